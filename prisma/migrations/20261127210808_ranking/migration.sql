-- What a price and a product may be called, and by which rules the rows of a version were written: server/migrate.ts writes those
-- of older rules again, whose files are made again as well.
ALTER TABLE "dataset_version" ADD COLUMN "edition" INTEGER NOT NULL DEFAULT 1;

ALTER TABLE "price" ADD COLUMN "is_ranked" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "ex_tax_is_ranked" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "product" ADD COLUMN "ranking" TEXT COLLATE "C" NOT NULL DEFAULT 'none',
ADD COLUMN "ex_tax_ranking" TEXT COLLATE "C" NOT NULL DEFAULT 'none',
ADD COLUMN "ranked" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "ex_tax_ranked" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "verified_from" DATE,
ADD COLUMN "ex_tax_verified_from" DATE,
ADD COLUMN "ex_tax_verified_on" DATE;

DELETE FROM "dataset_file";
