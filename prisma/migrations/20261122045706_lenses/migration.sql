-- CreateTable
CREATE TABLE "tax_rate" (
    "id" SERIAL NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "valid_from" DATE,
    "valid_to" DATE,
    "known_from" DATE,
    "rate_pct" DECIMAL(6,3),
    "reason" TEXT,
    "source_id" TEXT COLLATE "C",
    "source_url" TEXT,
    "reviewed_on" DATE,
    "confirmed_by" TEXT,
    "note" TEXT,

    CONSTRAINT "tax_rate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tax_treatment" (
    "scope" TEXT COLLATE "C" NOT NULL,
    "platform" "platform" NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "treatment" TEXT COLLATE "C" NOT NULL,
    "source_id" TEXT COLLATE "C" NOT NULL,
    "source_url" TEXT NOT NULL,
    "note" TEXT,

    CONSTRAINT "tax_treatment_pkey" PRIMARY KEY ("scope","platform","country")
);

-- CreateTable
CREATE TABLE "income" (
    "country" TEXT COLLATE "C" NOT NULL,
    "year" INTEGER,
    "gni_per_capita_usd" DECIMAL(30,15),
    "source_id" TEXT COLLATE "C",
    "source_url" TEXT,
    "reason" TEXT,

    CONSTRAINT "income_pkey" PRIMARY KEY ("country")
);

-- CreateTable
CREATE TABLE "purchasing_power" (
    "country" TEXT COLLATE "C" NOT NULL,
    "year" INTEGER,
    "factor" DECIMAL(30,15),
    "official_rate" DECIMAL(30,15),
    "price_level" DECIMAL(30,15),
    "source_id" TEXT COLLATE "C",
    "source_url" TEXT,
    "reason" TEXT,

    CONSTRAINT "purchasing_power_pkey" PRIMARY KEY ("country")
);

-- CreateIndex
CREATE INDEX "tax_rate_country_idx" ON "tax_rate"("country");

-- AddForeignKey
ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tax_treatment" ADD CONSTRAINT "tax_treatment_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "income" ADD CONSTRAINT "income_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchasing_power" ADD CONSTRAINT "purchasing_power_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "source"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A figure or the reason why there is none, never both and never neither.
ALTER TABLE "tax_rate"
  ADD CONSTRAINT "tax_rate_country_check" CHECK ("country" ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT "tax_rate_figure_check" CHECK (num_nulls("rate_pct", "reason") = 1 AND ("rate_pct" IS NULL OR "source_id" IS NOT NULL)),
  ADD CONSTRAINT "tax_rate_rate_check" CHECK ("rate_pct" > 0 AND "rate_pct" <= 100),
  ADD CONSTRAINT "tax_rate_days_check" CHECK ("valid_from" <= "valid_to" AND num_nonnulls("valid_from", "known_from") <= 1);
ALTER TABLE "tax_treatment"
  ADD CONSTRAINT "tax_treatment_scope_check" CHECK ("scope" ~ '^(source|vendor):.'),
  ADD CONSTRAINT "tax_treatment_country_check" CHECK ("country" ~ '^([A-Z]{2}|\*)$'),
  ADD CONSTRAINT "tax_treatment_treatment_check" CHECK ("treatment" IN ('included', 'excluded', 'unknown'));
ALTER TABLE "income"
  ADD CONSTRAINT "income_country_check" CHECK ("country" ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT "income_figure_check" CHECK (num_nulls("gni_per_capita_usd", "reason") = 1 AND num_nulls("year", "gni_per_capita_usd", "source_id") IN (0, 3)),
  ADD CONSTRAINT "income_positive_check" CHECK ("gni_per_capita_usd" > 0);
ALTER TABLE "purchasing_power"
  ADD CONSTRAINT "purchasing_power_country_check" CHECK ("country" ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT "purchasing_power_figure_check" CHECK (num_nulls("price_level", "reason") = 1 AND num_nulls("year", "factor", "official_rate", "price_level", "source_id") IN (0, 5)),
  -- A factor of one year with a rate of another would be wrong by the inflation between them.
  ADD CONSTRAINT "purchasing_power_level_check" CHECK (abs("factor" / "official_rate" - "price_level") <= 0.000001);
