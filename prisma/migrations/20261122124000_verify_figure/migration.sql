-- Builds the new page figure, the list of prices to verify, at the next start.
DELETE FROM "derived_table" WHERE "name" = 'page_figure';
