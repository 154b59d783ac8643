-- The columns of prices have those of all series that ever changed as well, by which feeds are filtered; the newest
-- changes are no figure of a page any more. Both are built anew at the next start.
DELETE FROM "derived_table" WHERE "name" IN ('price_column', 'page_figure');
