-- CreateTable
CREATE TABLE "price_list" (
    "list" TEXT COLLATE "C" NOT NULL,
    "part" INTEGER NOT NULL,
    "price_ids" INTEGER[],

    CONSTRAINT "price_list_pkey" PRIMARY KEY ("list","part")
);

-- Checks: what no row may ever say, whoever writes it.
ALTER TABLE "price_list"
  ADD CONSTRAINT "price_list_part_check" CHECK ("part" >= 0),
  ADD CONSTRAINT "price_list_price_ids_check" CHECK ("price_ids" IS NOT NULL AND cardinality("price_ids") BETWEEN 1 AND 200);

-- The lists of what is published already; from here on each publish writes its own.
INSERT INTO "price_list" ("list", "part", "price_ids")
SELECT "list", "part", array_agg("id" ORDER BY "place")
FROM (
  SELECT "list", "id", "place", (row_number() OVER (PARTITION BY "list" ORDER BY "place") - 1) / 200 AS "part"
  FROM (
    SELECT "id", row_number() OVER (ORDER BY "product", "country", "platform", "period") AS "place",
      c || ' ' || f || ' ' || e AS "list"
    FROM "price",
      unnest(ARRAY["country", '*']) AS c, unnest(ARRAY["platform"::text, '*']) AS f, unnest(ARRAY["period"::text, '*']) AS e
    WHERE "amount" IS NOT NULL
  ) AS "listed"
) AS "placed"
GROUP BY "list", "part";
