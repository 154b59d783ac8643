-- Page figures have one more, so that they are built again at the next start.
DELETE FROM derived_table WHERE name = 'page_figure';
