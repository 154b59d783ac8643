-- AlterTable
ALTER TABLE "country_lens" ADD COLUMN     "categories" JSONB NOT NULL DEFAULT '[]';

-- Builds the table again at the next start.
DELETE FROM "derived_table" WHERE "name" = 'country_lens';
