-- AlterTable
ALTER TABLE "change_set" ADD COLUMN     "leaves_out" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "dataset_version" ADD COLUMN     "left_out" INTEGER NOT NULL DEFAULT 0;

-- Checks
ALTER TABLE "dataset_version" ADD CONSTRAINT "dataset_version_left_out_check" CHECK ("left_out" >= 0);
