/** Ends a subquery, so that PostgreSQL does not compute its values again for each outer column. */
export const COMPUTED_ONCE = "OFFSET 0";
