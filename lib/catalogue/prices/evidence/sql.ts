import { SECOND_SOURCE_DAYS } from "./rules";

/**
 * Expression for the evidence of a reading with this alias (`series_id`, its key, `amount`, `currency`, `source_id`,
 * `observed_on`), from what was known on its day: prefers the nearest reading of another publisher, then who read it, then its
 * publisher's note.
 */
export const evidenceOf = (p: string) => `coalesce(
    (
      SELECT CASE WHEN (o.amount, o.currency) = (${p}.amount, ${p}.currency) THEN 'confirmed' ELSE 'contradicted' END
      FROM observation o JOIN source_entry other ON other.id = o.source_id JOIN source_entry own ON own.id = ${p}.source_id
      WHERE o.series_id = ${p}.series_id AND o.amount IS NOT NULL AND other.publisher <> own.publisher
        AND o.observed_on BETWEEN ${p}.observed_on - ${SECOND_SOURCE_DAYS} AND ${p}.observed_on
      ORDER BY o.observed_on DESC LIMIT 1
    ),
    CASE WHEN ${p}.source_id = 'desk' THEN 'staff_read' END,
    (
      SELECT e.evidence FROM evidence_entry e
      WHERE (e.product, e.country, e.platform, e.period, e.observed_on)
        = (${p}.product, ${p}.country, ${p}.platform, ${p}.period, ${p}.observed_on)
    ),
    'one_offer')`;
