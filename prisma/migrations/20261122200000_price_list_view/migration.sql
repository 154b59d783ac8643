-- CreateView: the lists of current prices that processes of an older release read, in parts of 200. They go on beside this
-- release, and after a way back, so what they read stays; here nobody reads it, so nothing writes it.
CREATE VIEW "price_list" AS
SELECT "list", (("number" - 1) / 200)::integer AS "part", array_agg("id" ORDER BY "number") AS "price_ids"
FROM (
  SELECT named."list", p."id",
    row_number() OVER (PARTITION BY named."list" ORDER BY p."product", p."country", p."platform", p."period") AS "number"
  FROM "price" p
  CROSS JOIN unnest(ARRAY[p."country", '*']) AS of_country ("of_country")
  CROSS JOIN unnest(ARRAY[p."platform"::text, '*']) AS of_platform ("of_platform")
  CROSS JOIN unnest(ARRAY[p."period"::text, '*']) AS of_period ("of_period")
  CROSS JOIN LATERAL (SELECT concat_ws(' ', "of_country", "of_platform", "of_period") AS "list") AS named
  WHERE p."amount" IS NOT NULL
) AS placed
GROUP BY "list", ("number" - 1) / 200;

-- An import of an older release rewrites its lists; a view has them right already.
CREATE FUNCTION "ignore_price_list"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER "price_list_ignored" INSTEAD OF INSERT OR UPDATE OR DELETE ON "price_list"
  FOR EACH ROW EXECUTE FUNCTION "ignore_price_list"();
