-- AlterTable
ALTER TABLE "feed" ADD COLUMN     "attribution" TEXT;

-- A source that was added at the desk has files of our own format, and always waits for a person.
ALTER TABLE "feed" ADD CONSTRAINT "feed_added_check" CHECK (
  "attribution" IS NULL OR ("attribution" <> '' AND "format" = 'native' AND NOT "auto_publish")
);

-- The address that the publisher names since its release of 30 September 2026, which comes every week.
UPDATE "feed" SET "cadence_days" = 7 WHERE "id" = 'opentherank' AND "cadence_days" = 30;
UPDATE "feed" SET "address" = 'https://opentherank.com/open-data/app-price-index/files/prices_OpenTheRank.csv'
WHERE "id" = 'opentherank' AND "address" = 'https://opentherank.com/open-data/app-price-index/prices_OpenTheRank.csv';
