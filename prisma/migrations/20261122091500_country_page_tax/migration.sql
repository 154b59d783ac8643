-- Pages of countries have their figures for prices as shown and for prices without tax; they are written at the next start.
DELETE FROM "country_page";
DELETE FROM derived_table WHERE name = 'country_page';

-- AlterTable
ALTER TABLE "country_page" DROP CONSTRAINT "country_page_pkey",
ADD COLUMN     "tax" TEXT NOT NULL,
ADD CONSTRAINT "country_page_pkey" PRIMARY KEY ("country", "tax");
