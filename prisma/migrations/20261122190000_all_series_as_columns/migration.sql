-- DropTable: no release had them. The columns of all series, with the spans in which they were no longer listed, say the
-- same.
DROP TABLE "series_list", "ended_span", "ended_count";

-- The next start writes them.
DELETE FROM "derived_table" WHERE "name" IN ('series_list', 'price_column');
