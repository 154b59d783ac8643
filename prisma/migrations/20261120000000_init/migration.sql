-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "platform" AS ENUM ('android', 'any', 'ios', 'web');

-- CreateEnum
CREATE TYPE "period" AS ENUM ('monthly', 'quarterly', 'semiannual', 'weekly', 'yearly');

-- CreateTable
CREATE TABLE "country" (
    "code" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "currency" TEXT COLLATE "C",

    CONSTRAINT "country_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "source" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "publisher" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "license" TEXT NOT NULL,
    "attribution" TEXT NOT NULL,

    CONSTRAINT "source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product" (
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "vendor" TEXT,
    "category" TEXT COLLATE "C" NOT NULL,
    "plan" TEXT NOT NULL,
    "website" TEXT,
    "in_basket" BOOLEAN NOT NULL,
    "countries" INTEGER NOT NULL DEFAULT 0,
    "usd_monthly_min" DECIMAL(21,4),
    "usd_monthly_median" DECIMAL(21,4),
    "usd_monthly_max" DECIMAL(21,4),
    "verified_on" DATE,
    "cheapest_id" INTEGER,
    "most_expensive_id" INTEGER,

    CONSTRAINT "product_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "price" (
    "id" SERIAL NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "platform" "platform" NOT NULL,
    "period" "period" NOT NULL,
    "amount" DECIMAL(15,4),
    "currency" TEXT COLLATE "C",
    "usd" DECIMAL(21,4),
    "usd_monthly" DECIMAL(21,4),
    "fx_rate" DECIMAL(24,14),
    "fx_date" DATE,
    "source_id" TEXT COLLATE "C",
    "source_url" TEXT,
    "verified_on" DATE,

    CONSTRAINT "price_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_observation" (
    "price_id" INTEGER NOT NULL,
    "observed_on" DATE NOT NULL,
    "amount" DECIMAL(15,4),
    "currency" TEXT COLLATE "C",
    "source_id" TEXT COLLATE "C" NOT NULL,
    "source_url" TEXT NOT NULL,

    CONSTRAINT "price_observation_pkey" PRIMARY KEY ("price_id","observed_on")
);

-- CreateTable
CREATE TABLE "fx_rate" (
    "currency" TEXT COLLATE "C" NOT NULL,
    "date" DATE NOT NULL,
    "source_id" TEXT COLLATE "C" NOT NULL,
    "usd_per_unit" DECIMAL(24,14) NOT NULL,

    CONSTRAINT "fx_rate_pkey" PRIMARY KEY ("currency","date","source_id")
);

-- CreateTable
CREATE TABLE "dataset_version" (
    "id" SERIAL NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "data_date" DATE NOT NULL,
    "fx_date" DATE,
    "prices" INTEGER NOT NULL,
    "products" INTEGER NOT NULL,
    "countries" INTEGER NOT NULL,
    "ended_series" INTEGER NOT NULL,

    CONSTRAINT "dataset_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "country_index" (
    "version_id" INTEGER NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "products" INTEGER NOT NULL,
    "prices" INTEGER NOT NULL,
    "basket_size" INTEGER NOT NULL,
    "no_rate" INTEGER NOT NULL,
    "no_us_pair" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "pct_vs_us" DOUBLE PRECISION,
    "p10_pct" DOUBLE PRECISION,
    "p25_pct" DOUBLE PRECISION,
    "p75_pct" DOUBLE PRECISION,
    "p90_pct" DOUBLE PRECISION,
    "cheaper_share" DOUBLE PRECISION,
    "rank" INTEGER,
    "usd_billed" BOOLEAN,
    "model_status" TEXT NOT NULL,
    "model_value" DOUBLE PRECISION,
    "model_low" DOUBLE PRECISION,
    "model_high" DOUBLE PRECISION,

    CONSTRAINT "country_index_pkey" PRIMARY KEY ("version_id","country")
);

-- CreateTable
CREATE TABLE "category_index" (
    "version_id" INTEGER NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "category" TEXT COLLATE "C" NOT NULL,
    "pct_vs_us" DOUBLE PRECISION NOT NULL,
    "basket_size" INTEGER NOT NULL,

    CONSTRAINT "category_index_pkey" PRIMARY KEY ("version_id","country","category")
);

-- CreateTable
CREATE TABLE "import" (
    "id" SERIAL NOT NULL,
    "file_name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "added" INTEGER NOT NULL,
    "changed" INTEGER NOT NULL,
    "confirmed" INTEGER NOT NULL,
    "rejected" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3) NOT NULL,
    "imported_by" TEXT NOT NULL,
    "version_id" INTEGER NOT NULL,

    CONSTRAINT "import_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "product_category_slug_idx" ON "product"("category", "slug");

-- CreateIndex
CREATE INDEX "product_cheapest_id_idx" ON "product"("cheapest_id");

-- CreateIndex
CREATE INDEX "product_most_expensive_id_idx" ON "product"("most_expensive_id");

-- CreateIndex
CREATE INDEX "price_country_product_platform_period_idx" ON "price"("country", "product", "platform", "period");

-- CreateIndex
CREATE UNIQUE INDEX "price_product_country_platform_period_key" ON "price"("product", "country", "platform", "period");

-- CreateIndex
CREATE UNIQUE INDEX "dataset_version_version_key" ON "dataset_version"("version");

-- CreateIndex
CREATE UNIQUE INDEX "dataset_version_published_at_key" ON "dataset_version"("published_at");

-- CreateIndex
CREATE INDEX "import_version_id_idx" ON "import"("version_id");

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_cheapest_id_fkey" FOREIGN KEY ("cheapest_id") REFERENCES "price"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_most_expensive_id_fkey" FOREIGN KEY ("most_expensive_id") REFERENCES "price"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price" ADD CONSTRAINT "price_product_fkey" FOREIGN KEY ("product") REFERENCES "product"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price" ADD CONSTRAINT "price_country_fkey" FOREIGN KEY ("country") REFERENCES "country"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_observation" ADD CONSTRAINT "price_observation_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "price"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_observation" ADD CONSTRAINT "price_observation_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fx_rate" ADD CONSTRAINT "fx_rate_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "country_index" ADD CONSTRAINT "country_index_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "country_index" ADD CONSTRAINT "country_index_country_fkey" FOREIGN KEY ("country") REFERENCES "country"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category_index" ADD CONSTRAINT "category_index_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import" ADD CONSTRAINT "import_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Checks: what no row may ever say, whoever writes it.
ALTER TABLE "country"
  ADD CONSTRAINT "country_code_check" CHECK ("code" ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT "country_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$');
ALTER TABLE "product"
  ADD CONSTRAINT "product_slug_check" CHECK ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  ADD CONSTRAINT "product_category_check" CHECK ("category" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  ADD CONSTRAINT "product_text_check" CHECK ("name" <> '' AND "vendor" <> '' AND "plan" <> '');
ALTER TABLE "price"
  ADD CONSTRAINT "price_amount_check" CHECK ("amount" > 0),
  ADD CONSTRAINT "price_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT "price_state_check" CHECK (num_nulls("amount", "currency", "source_id", "source_url", "verified_on") IN (0, 5)),
  ADD CONSTRAINT "price_usd_check" CHECK (num_nulls("usd", "usd_monthly", "fx_rate", "fx_date") IN (0, 4) AND ("amount" IS NOT NULL OR "usd" IS NULL));
ALTER TABLE "price_observation"
  ADD CONSTRAINT "price_observation_amount_check" CHECK ("amount" > 0),
  ADD CONSTRAINT "price_observation_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT "price_observation_state_check" CHECK (("amount" IS NULL) = ("currency" IS NULL));
ALTER TABLE "fx_rate"
  ADD CONSTRAINT "fx_rate_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT "fx_rate_usd_per_unit_check" CHECK ("usd_per_unit" > 0);
ALTER TABLE "country_index"
  ADD CONSTRAINT "country_index_status_check" CHECK ("status" IN ('published', 'insufficient_basket')),
  ADD CONSTRAINT "country_index_published_check" CHECK (num_nulls("pct_vs_us", "p10_pct", "p25_pct", "p75_pct", "p90_pct", "cheaper_share", "rank", "usd_billed") = CASE "status" WHEN 'published' THEN 0 ELSE 8 END),
  ADD CONSTRAINT "country_index_model_status_check" CHECK ("model_status" IN ('published', 'base_missing', 'not_comparable', 'insufficient_coverage')),
  ADD CONSTRAINT "country_index_model_check" CHECK (num_nulls("model_value", "model_low", "model_high") = CASE "model_status" WHEN 'published' THEN 0 ELSE 3 END);

-- US dollars with four decimals, rounded half to even. PostgreSQL's own round() goes away from zero,
-- which differs in exact ties only. The argument is positive and carries more digits than a tie needs.
CREATE FUNCTION "round_usd"("value" numeric) RETURNS numeric
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE
    WHEN round("value", 4) - "value" = 0.00005 AND mod(round("value", 4) * 10000, 2) = 1 THEN round("value", 4) - 0.0001
    ELSE round("value", 4)
  END;

-- An amount per month: weekly x 52/12, quarterly / 3, semiannual / 6, yearly / 12. The quotient keeps
-- at least 24 decimals, so that no rounding happens before round_usd().
CREATE FUNCTION "per_month"("value" numeric, "period" "period") RETURNS numeric
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE "period"
    WHEN 'monthly' THEN "value"
    WHEN 'weekly' THEN "value" * 13.000000000000 / 3
    WHEN 'quarterly' THEN "value" * 1.000000000000 / 3
    WHEN 'semiannual' THEN "value" * 1.000000000000 / 6
    WHEN 'yearly' THEN "value" * 1.000000000000 / 12
  END;
