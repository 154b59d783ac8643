-- The median index of a country is a row by tax view, in place of two sets of columns in one; so are medians of categories.
CREATE TABLE "median_index" (
  "version_id" INTEGER NOT NULL,
  "country" TEXT NOT NULL,
  "tax_view" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "basket_size" INTEGER NOT NULL,
  "pct_vs_us" DOUBLE PRECISION,
  "p10_pct" DOUBLE PRECISION,
  "p25_pct" DOUBLE PRECISION,
  "p75_pct" DOUBLE PRECISION,
  "p90_pct" DOUBLE PRECISION,
  "cheaper_share" DOUBLE PRECISION,
  "rank" INTEGER,
  "usd_billed" BOOLEAN,
  "median_low" DOUBLE PRECISION,
  "median_high" DOUBLE PRECISION,
  "share_equal_us" DOUBLE PRECISION,
  "common_pct" DOUBLE PRECISION,
  "common_products" INTEGER,
  "rate_low_pct" DOUBLE PRECISION,
  "rate_high_pct" DOUBLE PRECISION,
  "previous_version" TEXT,
  "change_products" INTEGER,
  "change_from_pct" DOUBLE PRECISION,
  "change_to_pct" DOUBLE PRECISION,
  "without_doubt_pct" DOUBLE PRECISION,
  "without_doubt_low" DOUBLE PRECISION,
  "without_doubt_high" DOUBLE PRECISION,
  "without_doubt_products" INTEGER,
  "shown_pct" DOUBLE PRECISION,
  "left_out" JSONB,
  CONSTRAINT "median_index_pkey" PRIMARY KEY ("version_id", "country", "tax_view"),
  CONSTRAINT "median_index_tax_view_check" CHECK ("tax_view" IN ('shown', 'excluded')),
  CONSTRAINT "median_index_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "median_index" (version_id, country, tax_view, status, basket_size, pct_vs_us, p10_pct, p25_pct, p75_pct, p90_pct, cheaper_share, rank, usd_billed, median_low, median_high, share_equal_us, common_pct, common_products, rate_low_pct, rate_high_pct, previous_version, change_products, change_from_pct, change_to_pct, without_doubt_pct, without_doubt_low, without_doubt_high, without_doubt_products)
  SELECT version_id, code, 'shown', status, basket_size, pct_vs_us, p10_pct, p25_pct, p75_pct, p90_pct, cheaper_share, rank, usd_billed, median_low, median_high, share_equal_us, common_pct, common_products, rate_low_pct, rate_high_pct, previous_version, change_products, change_from_pct, change_to_pct, without_doubt_pct, without_doubt_low, without_doubt_high, without_doubt_products FROM "country";
INSERT INTO "median_index" (version_id, country, tax_view, status, basket_size, pct_vs_us, p10_pct, p25_pct, p75_pct, p90_pct, cheaper_share, rank, usd_billed, median_low, median_high, share_equal_us, common_pct, common_products, shown_pct, left_out)
  SELECT version_id, code, 'excluded', ex_tax_status, ex_tax_basket_size, ex_tax_pct_vs_us, ex_tax_p10_pct, ex_tax_p25_pct, ex_tax_p75_pct, ex_tax_p90_pct, ex_tax_cheaper_share, ex_tax_rank, ex_tax_usd_billed, ex_tax_median_low, ex_tax_median_high, ex_tax_share_equal_us, ex_tax_common_pct, ex_tax_common_products, ex_tax_shown_pct, ex_tax_left_out FROM "country";
ALTER TABLE "country"
  DROP COLUMN "status",
  DROP COLUMN "basket_size",
  DROP COLUMN "pct_vs_us",
  DROP COLUMN "p10_pct",
  DROP COLUMN "p25_pct",
  DROP COLUMN "p75_pct",
  DROP COLUMN "p90_pct",
  DROP COLUMN "cheaper_share",
  DROP COLUMN "rank",
  DROP COLUMN "usd_billed",
  DROP COLUMN "median_low",
  DROP COLUMN "median_high",
  DROP COLUMN "share_equal_us",
  DROP COLUMN "common_pct",
  DROP COLUMN "common_products",
  DROP COLUMN "rate_low_pct",
  DROP COLUMN "rate_high_pct",
  DROP COLUMN "previous_version",
  DROP COLUMN "change_products",
  DROP COLUMN "change_from_pct",
  DROP COLUMN "change_to_pct",
  DROP COLUMN "without_doubt_pct",
  DROP COLUMN "without_doubt_low",
  DROP COLUMN "without_doubt_high",
  DROP COLUMN "without_doubt_products",
  DROP COLUMN "ex_tax_status",
  DROP COLUMN "ex_tax_basket_size",
  DROP COLUMN "ex_tax_pct_vs_us",
  DROP COLUMN "ex_tax_p10_pct",
  DROP COLUMN "ex_tax_p25_pct",
  DROP COLUMN "ex_tax_p75_pct",
  DROP COLUMN "ex_tax_p90_pct",
  DROP COLUMN "ex_tax_cheaper_share",
  DROP COLUMN "ex_tax_rank",
  DROP COLUMN "ex_tax_usd_billed",
  DROP COLUMN "ex_tax_median_low",
  DROP COLUMN "ex_tax_median_high",
  DROP COLUMN "ex_tax_share_equal_us",
  DROP COLUMN "ex_tax_common_pct",
  DROP COLUMN "ex_tax_common_products",
  DROP COLUMN "ex_tax_shown_pct",
  DROP COLUMN "ex_tax_left_out";

CREATE TEMPORARY TABLE both_views ON COMMIT DROP AS SELECT * FROM "category";
DELETE FROM "category";
ALTER TABLE "category"
  ADD COLUMN "tax_view" TEXT NOT NULL,
  DROP COLUMN "ex_tax_pct_vs_us",
  DROP COLUMN "ex_tax_basket_size",
  ALTER COLUMN "pct_vs_us" SET NOT NULL,
  ALTER COLUMN "basket_size" SET NOT NULL,
  DROP CONSTRAINT "category_pkey",
  ADD CONSTRAINT "category_pkey" PRIMARY KEY ("version_id", "tax_view", "country", "category"),
  ADD CONSTRAINT "category_tax_view_check" CHECK ("tax_view" IN ('shown', 'excluded'));
INSERT INTO "category" (version_id, country, category, tax_view, pct_vs_us, basket_size)
  SELECT version_id, country, category, 'shown', pct_vs_us, basket_size FROM both_views WHERE pct_vs_us IS NOT NULL
  UNION ALL
  SELECT version_id, country, category, 'excluded', ex_tax_pct_vs_us, ex_tax_basket_size FROM both_views
  WHERE ex_tax_pct_vs_us IS NOT NULL;
