-- The columns of all series have the day on which each was first read: the next start writes them.
DELETE FROM "derived_table" WHERE "name" = 'price_column';
