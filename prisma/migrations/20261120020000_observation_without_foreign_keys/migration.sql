-- Two look-ups for each of a million rows take longer than all the rest of an import. Observations are written
-- by the import alone, which takes each from a join with its price and holds its source against the known ones;
-- neither prices nor sources are ever deleted.

-- DropForeignKey
ALTER TABLE "price_observation" DROP CONSTRAINT "price_observation_price_id_fkey";

-- DropForeignKey
ALTER TABLE "price_observation" DROP CONSTRAINT "price_observation_source_id_fkey";
