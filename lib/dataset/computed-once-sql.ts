/** Ends a subquery whose values PostgreSQL would compute again for each column around it that uses them. */
export const COMPUTED_ONCE = "OFFSET 0";
