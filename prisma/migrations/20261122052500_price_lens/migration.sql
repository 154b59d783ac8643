-- CreateTable
CREATE TABLE "price_lens" (
    "price_id" INTEGER NOT NULL,
    "treatment" TEXT NOT NULL,
    "rate_pct" DECIMAL(6,3),
    "reason" TEXT,
    "ex_tax_amount" DECIMAL(15,4),
    "ex_tax_usd" DECIMAL(21,4),
    "ex_tax_usd_monthly" DECIMAL(21,4),
    "source_id" TEXT COLLATE "C",
    "reviewed_on" DATE,
    "income_share_pct" DECIMAL(21,3),
    "income_year" INTEGER,

    CONSTRAINT "price_lens_pkey" PRIMARY KEY ("price_id")
);

-- AddForeignKey
ALTER TABLE "price_lens" ADD CONSTRAINT "price_lens_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "price"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An amount without tax that is not known has its reason.
ALTER TABLE "price_lens" ADD CONSTRAINT "price_lens_reason_check" CHECK ("ex_tax_amount" IS NOT NULL OR "reason" IS NOT NULL);
