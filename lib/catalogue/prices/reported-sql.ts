/**
 * SQL that is true for a price (table alias `p`) of which a visitor's report was open when the version that is read was
 * published: later reports change no answer of that version.
 */
export const IS_REPORTED = `p.id IN (
  SELECT r.price_id FROM price_report r, (SELECT published_at FROM dataset_version ORDER BY id DESC LIMIT 1) AS newest
  WHERE r.found_by = 'visitor' AND r.at <= newest.published_at AND (r.closed_at IS NULL OR r.closed_at > newest.published_at)
)`;
