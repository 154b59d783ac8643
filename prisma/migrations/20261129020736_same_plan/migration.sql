-- AlterTable
ALTER TABLE "product_entry" ADD COLUMN     "same_plan_as" TEXT;

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "same_plan_as" TEXT;

-- AlterTable
ALTER TABLE "desk_product" ADD COLUMN     "same_plan_as" TEXT;

-- Checks
ALTER TABLE "product_entry" ADD CONSTRAINT "product_entry_same_plan_check" CHECK ("same_plan_as" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND "same_plan_as" <> "slug");

ALTER TABLE "desk_product" ADD CONSTRAINT "desk_product_same_plan_check" CHECK ("same_plan_as" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND "same_plan_as" <> "slug");
