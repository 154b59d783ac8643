-- AlterTable
ALTER TABLE "price" ADD COLUMN     "fx_stale" BOOLEAN NOT NULL DEFAULT false;

-- All figures of a version stand at one rate day: everything derived is built again at the next start.
DELETE FROM derived_table;
