-- AlterTable
ALTER TABLE "price_lens" ADD COLUMN     "income_reason" TEXT,
ADD COLUMN     "ppp_ratio" DECIMAL(21,4),
ADD COLUMN     "ppp_reason" TEXT,
ADD COLUMN     "ppp_year" INTEGER;

-- CreateTable
CREATE TABLE "product_lens" (
    "product" TEXT COLLATE "C" NOT NULL,
    "usd_monthly_min" DECIMAL(21,4),
    "usd_monthly_median" DECIMAL(21,4),
    "usd_monthly_max" DECIMAL(21,4),
    "cheapest_id" INTEGER,
    "most_expensive_id" INTEGER,

    CONSTRAINT "product_lens_pkey" PRIMARY KEY ("product")
);

-- CreateTable
CREATE TABLE "country_lens" (
    "version_id" INTEGER NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "status" TEXT NOT NULL,
    "basket_size" INTEGER NOT NULL,
    "left_out" JSONB NOT NULL,
    "pct_vs_us" DOUBLE PRECISION,
    "shown_pct_vs_us" DOUBLE PRECISION,
    "median_low" DOUBLE PRECISION,
    "median_high" DOUBLE PRECISION,
    "p10_pct" DOUBLE PRECISION,
    "p25_pct" DOUBLE PRECISION,
    "p75_pct" DOUBLE PRECISION,
    "p90_pct" DOUBLE PRECISION,
    "cheaper_share" DOUBLE PRECISION,
    "share_equal_us" DOUBLE PRECISION,
    "share_mode" DOUBLE PRECISION,
    "mode_pct" DOUBLE PRECISION,
    "common_pct" DOUBLE PRECISION,
    "common_products" INTEGER,
    "rank" INTEGER,
    "usd_billed" BOOLEAN,
    "gni_per_capita_usd" DECIMAL(30,15),
    "income_year" INTEGER,
    "income_reason" TEXT,
    "income_ratio" DECIMAL(21,4),
    "price_level" DECIMAL(30,15),
    "ppp_year" INTEGER,
    "ppp_reason" TEXT,
    "ppp_ratio" DECIMAL(21,4),

    CONSTRAINT "country_lens_pkey" PRIMARY KEY ("version_id","country")
);

-- AddForeignKey
ALTER TABLE "country_lens" ADD CONSTRAINT "country_lens_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Unknown has its reason.
ALTER TABLE "country_lens"
  ADD CONSTRAINT "country_lens_income_check" CHECK (num_nulls("gni_per_capita_usd", "income_reason") = 1),
  ADD CONSTRAINT "country_lens_ppp_check" CHECK (num_nulls("price_level", "ppp_reason") = 1);

-- Prices have more lenses, so that these are built again at the next start.
DELETE FROM derived_table WHERE name = 'price_lens';
