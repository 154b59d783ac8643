import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import type { Price } from "@/lib/catalogue/prices/schema";
import { NO_LENSES } from "./no-lenses";

export const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

/** In US dollars a month. */
export const priceOf = (country: string, usd: number): Price => ({
  product: "p",
  country,
  platform: "web",
  period: "monthly",
  amount: usd,
  currency: "USD",
  usd,
  usd_monthly: usd,
  fx_rate: 1,
  fx_date: "2026-09-29",
  fx_source: null,
  fx_stale: false,
  reported: false,
  source_url: "https://example.com/",
  verified_on: "2026-09-29",
  evidence: "one_offer",
  outdated: false,
  ranked: true,
  ...NO_LENSES,
});

/** Both indexes lie clearly on the side of `pct`; `ratio`: income relative to the US. */
export const countryOf = (code: string, pct: number, ratio: number | null = null): IndexedCountry => ({
  country: code,
  iso3: `${code}X`,
  name: code,
  region: "Europe",
  currency: "EUR",
  n_products: 100,
  n_prices: 100,
  index_status: "published",
  ex_tax: null,
  index: {
    base: "US",
    value: 100 + pct,
    pct_vs_us: pct,
    p10_pct: pct,
    p25_pct: pct,
    p75_pct: pct,
    p90_pct: pct,
    cheaper_pct: 50,
    n_products: 100,
    rank: 1,
    usd_billed: false,
    median_low: pct - 0.1,
    median_high: pct + 0.1,
    rate_low_pct: null,
    rate_high_pct: null,
    rate_days: [],
    equal_pct: 0,
    common_basket: null,
    without_doubt: null,
    change: null,
    model: {
      value: 100 + pct,
      low: 99.9 + pct,
      high: 100.1 + pct,
      se: 0.03,
      rank_low: 1,
      rank_high: 18,
    },
  },
  income: { gni_per_capita_usd: ratio === null ? null : 3_000, year: 2025, reason: null, ratio },
  tax: { rate_pct: null, reason: "not known", source: null, reviewed_on: null },
  purchasing_power: {
    factor: null,
    official_rate: null,
    price_level: null,
    year: null,
    reason: "no purchasing power figure",
    ratio: null,
  },
});
