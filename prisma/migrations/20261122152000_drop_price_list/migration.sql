-- DropTable: nobody reads it since "price_column". What was built with it keeps its mark.
DROP TABLE "price_list";
UPDATE "derived_table" SET "name" = 'series_list' WHERE "name" = 'price_list';
