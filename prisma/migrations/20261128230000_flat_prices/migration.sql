-- Exports of prices have more columns: what was recorded of their files is of the files before.
DELETE FROM "dataset_file" WHERE "dataset" = 'prices';
