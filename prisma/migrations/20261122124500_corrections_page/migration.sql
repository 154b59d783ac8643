-- Figures of corrections, and changes that they took back, are built at the next start.
DELETE FROM derived_table WHERE name = 'page_figure';
