/**
 * Condition for a row of `visitor_reading` with this alias: nobody took or declined it. It is taken while an entry of a change set
 * names it, and comes back when that entry is removed, or its change set is withdrawn.
 */
export const isOpenSql = (r: string): string => `(${r}.declined_at IS NULL AND NOT EXISTS (
    SELECT FROM desk_entry e JOIN change_set c ON c.id = e.change_set_id WHERE e.reading_id = ${r}.id AND c.state <> 'withdrawn'
  ))`;
