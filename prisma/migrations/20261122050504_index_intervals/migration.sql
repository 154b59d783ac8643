-- AlterTable
ALTER TABLE "price" ADD COLUMN     "fx_source_id" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "country_index" ADD COLUMN     "change_from_pct" DOUBLE PRECISION,
ADD COLUMN     "change_products" INTEGER,
ADD COLUMN     "change_to_pct" DOUBLE PRECISION,
ADD COLUMN     "common_pct" DOUBLE PRECISION,
ADD COLUMN     "common_products" INTEGER,
ADD COLUMN     "median_high" DOUBLE PRECISION,
ADD COLUMN     "median_low" DOUBLE PRECISION,
ADD COLUMN     "mode_pct" DOUBLE PRECISION,
ADD COLUMN     "model_rank_high" INTEGER,
ADD COLUMN     "model_rank_low" INTEGER,
ADD COLUMN     "model_se" DOUBLE PRECISION,
ADD COLUMN     "model_se_classical" DOUBLE PRECISION,
ADD COLUMN     "previous_version" TEXT COLLATE "C",
ADD COLUMN     "relatives" JSONB,
ADD COLUMN     "share_equal_us" DOUBLE PRECISION,
ADD COLUMN     "share_mode" DOUBLE PRECISION;

-- CreateTable
CREATE TABLE "level_difference" (
    "version_id" INTEGER NOT NULL,
    "country" TEXT COLLATE "C" NOT NULL,
    "other" TEXT COLLATE "C" NOT NULL,
    "pct" DOUBLE PRECISION NOT NULL,
    "low_pct" DOUBLE PRECISION NOT NULL,
    "high_pct" DOUBLE PRECISION NOT NULL,
    "standard_error" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "level_difference_pkey" PRIMARY KEY ("version_id","country","other")
);

-- AddForeignKey
ALTER TABLE "level_difference" ADD CONSTRAINT "level_difference_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "level_difference"
  ADD CONSTRAINT "level_difference_order_check" CHECK ("country" < "other");

-- The index of the newest version is computed again at the next start, with these columns. Of earlier versions the
-- prices are gone, so that theirs stay null.
DELETE FROM derived_table WHERE name = 'country_index';
