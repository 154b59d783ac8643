-- AlterTable
ALTER TABLE "product_billing" ADD COLUMN     "prices" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "us_low" DECIMAL(21,4);

-- Built again at the next start, with both columns and with a row for any platform and period.
DELETE FROM derived_table WHERE name = 'product_billing';
