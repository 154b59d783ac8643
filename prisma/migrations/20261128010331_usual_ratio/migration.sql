-- A price as a multiple of what its product and its country let expect. The next start writes the rows of every version again
-- (EDITION in lib/versions/publish/publish.ts), whose files are made again as well.
ALTER TABLE "price" ADD COLUMN "usual_ratio" DECIMAL(20,4);

DELETE FROM "dataset_file";
