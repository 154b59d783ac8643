-- Every publish writes `price_lens` anew from `price`, like all tables that follow from prices, so PostgreSQL need not
-- look up the price of each row again: that took as long as computing the rows.
ALTER TABLE "price_lens" DROP CONSTRAINT "price_lens_price_id_fkey";

-- `country_lens` is built with `country_index`, from one reading of the prices. Where only the index was built for a
-- version, the next start builds both.
DELETE FROM "derived_table" AS "index" WHERE "index"."name" = 'country_index' AND NOT EXISTS (
  SELECT FROM "derived_table" AS "lens" WHERE "lens"."name" = 'country_lens' AND "lens"."version_id" = "index"."version_id"
);
DELETE FROM "derived_table" WHERE "name" = 'country_lens';
