-- Redenominations are no changes, and the largest changes are those of the largest ratio: both are built again at the
-- next start.
DELETE FROM derived_table WHERE name IN ('price', 'product', 'product_billing', 'country_page', 'price_move', 'page_figure');
