-- AlterTable
ALTER TABLE "change_set" ADD COLUMN     "held_from_id" INTEGER;

-- AlterTable
ALTER TABLE "feed" ADD COLUMN     "older_bound" DOUBLE PRECISION NOT NULL DEFAULT 25,
ADD COLUMN     "same_day_bound" DOUBLE PRECISION NOT NULL DEFAULT 3,
ADD COLUMN     "week_bound" DOUBLE PRECISION NOT NULL DEFAULT 10;

-- CreateTable
CREATE TABLE "held_rate" (
    "id" SERIAL NOT NULL,
    "change_set_id" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "source_id" TEXT NOT NULL,
    "usd_per_unit" DECIMAL(24,14),

    CONSTRAINT "held_rate_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "held_rate_change_set_id_idx" ON "held_rate"("change_set_id");

-- CreateIndex
CREATE INDEX "held_rate_currency_date_idx" ON "held_rate"("currency", "date");

-- CreateIndex
CREATE INDEX "change_set_held_from_id_idx" ON "change_set"("held_from_id");

-- AddForeignKey
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_held_from_id_fkey" FOREIGN KEY ("held_from_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_rate" ADD CONSTRAINT "held_rate_change_set_id_fkey" FOREIGN KEY ("change_set_id") REFERENCES "change_set"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Checks
ALTER TABLE "feed" ADD CONSTRAINT "feed_bounds_check" CHECK (
  "same_day_bound" > 0 AND "same_day_bound" <= 20 AND "week_bound" > 0 AND "week_bound" <= 50
  AND "older_bound" > 0 AND "older_bound" <= 90
);
-- Rates that were held back are never published without a second person.
ALTER TABLE "change_set" ADD CONSTRAINT "change_set_held_check" CHECK (
  "held_from_id" IS NULL OR "state" NOT IN ('approved', 'published') OR "approver_id" IS NOT NULL
);
