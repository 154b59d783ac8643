import { STALE_AFTER_DAYS } from "@/lib/text/format";

const DATA_DAY = "(SELECT data_date FROM dataset_version ORDER BY id DESC LIMIT 1)";
const AGE_DAYS = `${DATA_DAY} - p.verified_on`;

/**
 * SQL of the columns that say where and when a price (table alias `p`) was read. Ages are counted to the day of the
 * dataset version, so that the answer of a version never changes.
 */
export const PRICE_STATE = `
  p.changed_on, p.source_id AS source,
  CASE WHEN p.source_id = 'desk' THEN 'desk' WHEN p.source_id LIKE 'opentherank-%' THEN 'store_index'
    ELSE 'publication' END AS source_kind,
  ${AGE_DAYS} AS age_days, ${AGE_DAYS} > ${STALE_AFTER_DAYS} AS stale`;
