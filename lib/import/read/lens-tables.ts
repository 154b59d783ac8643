/** Table behind a lens, replaced completely by its file. */
export interface LensTable {
  name: string;
  staged: string;
  /** Expressions that identify a row. */
  key: string;
  columns: string;
}

export const LENS_TABLES: readonly LensTable[] = [
  {
    name: "tax_rate",
    staged: "stage_tax_rate",
    key: "country, coalesce(valid_from, known_from, '-infinity')",
    columns:
      "country, valid_from, valid_to, known_from, rate_pct, reason, source_id, source_url, reviewed_on, confirmed_by, note",
  },
  {
    name: "tax_treatment",
    staged: "stage_tax_treatment",
    key: "scope, platform, country",
    columns: "scope, platform, country, treatment, source_id, source_url, note",
  },
  {
    name: "income",
    staged: "stage_income",
    key: "country",
    columns: "country, year, gni_per_capita_usd, source_id, source_url, reason",
  },
  {
    name: "purchasing_power",
    staged: "stage_purchasing_power",
    key: "country",
    columns: "country, year, factor, official_rate, price_level, source_id, source_url, reason",
  },
];
