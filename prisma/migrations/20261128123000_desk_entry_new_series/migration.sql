-- A price that has no series yet is named by the entry itself: the import makes the series when it publishes.
ALTER TABLE "desk_entry"
  ALTER COLUMN "series_id" DROP NOT NULL,
  ADD COLUMN "product" TEXT,
  ADD COLUMN "country" TEXT,
  ADD COLUMN "platform" "platform",
  ADD COLUMN "period" "period",
  ADD COLUMN "source" TEXT,
  ADD CONSTRAINT "desk_entry_series_check" CHECK (
    num_nonnulls("product", "country", "platform", "period") = CASE WHEN "series_id" IS NULL THEN 4 ELSE 0 END
    AND ("series_id" IS NOT NULL OR "kind" = 'amount')
  );
