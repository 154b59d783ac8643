import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Country } from "@/lib/catalogue/countries/schema";
import type { DayPrice } from "@/lib/catalogue/prices/schema";
import type { SeriesHistory } from "@/lib/catalogue/prices/series-history-schema";
import { findDistance } from "@/lib/catalogue/prices/usual-rules";
import type { Product } from "@/lib/catalogue/products/schema";
import type { Change } from "@/lib/changes/schema";
import type { VersionRecord } from "@/lib/versions/list/schema";

/**
 * Records for language models: what it takes to tell a price, about 300 bytes. Fields have the names and values that
 * they have in the API.
 */

/** Slug to name of the plan. */
export type Plans = ReadonlyMap<string, string>;

/** Cells of a comparison beyond which it has totals alone: as many as 8,000 tokens hold. */
const MAX_CELLS = 800;
const MAX_RUNS = 12;

/** `plan` is that of the reading, else of the product. Fields of a special case stand where it is the case. */
export function toShortPrice(price: DayPrice, plans: Plans) {
  return {
    product: price.product,
    plan: price.plan ?? plans.get(price.product) ?? null,
    country: price.country,
    platform: price.platform,
    period: price.period,
    amount: price.amount,
    currency: price.currency,
    usd_monthly: price.usd_monthly,
    ex_tax_usd_monthly: price.tax.ex_tax_usd_monthly,
    ranked: price.ranked,
    evidence: price.evidence,
    verified_on: price.verified_on,
    source: price.source,
    ...(price.outdated && { outdated: true }),
    ...(price.reported && { reported: true }),
    ...(findDistance(price.usual_ratio) && { usual_ratio: price.usual_ratio }),
    ...(price.status && { status: price.status, last_seen_on: price.last_seen_on }),
    ...(price.converted && { converted: price.converted }),
  };
}

export function toShortProduct(product: Product) {
  return {
    product: product.product,
    name: product.name,
    plan: product.plan,
    vendor: product.vendor,
    category: product.category,
    n_countries: product.n_countries,
    min: product.min,
    cheapest_country: product.cheapest?.country ?? null,
    median: product.median,
    max: product.max,
    most_expensive_country: product.most_expensive?.country ?? null,
    ranking: product.ranking,
    n_ranked: product.n_ranked,
    verified_from: product.verified_from,
    verified_on: product.verified_on,
    ...(product.converted && { converted: product.converted }),
  };
}

export function toShortCountry({ country, name, currency, n_products, index, ex_tax, tax, index_status }: Country) {
  return {
    country,
    name,
    currency,
    n_products,
    index: index && {
      value: index.value,
      pct_vs_us: index.pct_vs_us,
      median_low: index.median_low,
      median_high: index.median_high,
      rank: index.rank,
      n_products: index.n_products,
    },
    ...(index === null && { index_status }),
    ...(ex_tax && { ex_tax_pct_vs_us: ex_tax.pct_vs_us }),
    tax_rate_pct: tax.rate_pct,
  };
}

/** US dollars a month by country: those that count apart from those that are in no ranking. */
export function toShortComparison(
  { products, countries, matrix, totals, savings, ...others }: Comparison,
  plans: Plans,
) {
  const hasCells = products.length * countries.length <= MAX_CELLS;
  return {
    tax: others.tax,
    ...(others.skipped && { skipped: others.skipped }),
    products: matrix.map((row, at) => {
      const cells = row.cells.filter((cell) => cell !== null && cell.usd_monthly !== null) as Listed[];
      return {
        product: row.product,
        name: products[at]?.name,
        plan: plans.get(row.product) ?? null,
        ranking: row.ranking,
        cheapest_country: row.cheapest_country,
        most_expensive_country: row.most_expensive_country,
        ...(hasCells && {
          usd_monthly: toAmounts(cells.filter(({ ranked }) => ranked)),
          unranked_usd_monthly: toAmounts(cells.filter(({ ranked }) => !ranked)),
        }),
        verified_from: cells.map(({ verified_on }) => verified_on).sort()[0] ?? null,
        verified_on:
          cells
            .map(({ verified_on }) => verified_on)
            .sort()
            .at(-1) ?? null,
        sources: [...new Set(cells.map(({ source }) => source))].sort(),
      };
    }),
    totals: toAmounts(totals.filter(({ complete }) => complete)),
    incomplete: totals.filter(({ complete }) => !complete).map(({ country }) => country),
    savings,
    ...(!hasCells && { left_out: "usd_monthly of each product: ask for fewer countries or products to have them." }),
  };
}
type Listed = DayPrice & { usd_monthly: number; verified_on: string };

const toAmounts = (ones: readonly { country: string; usd_monthly: number | null }[]) =>
  Object.fromEntries(ones.map(({ country, usd_monthly }) => [country, usd_monthly]));

/** Of more runs than 12 the newest. */
export function toShortHistory({ change, runs, months, latest, ...series }: SeriesHistory) {
  return {
    product: series.product,
    country: series.country,
    platform: series.platform,
    period: series.period,
    is_current: series.is_current,
    first_seen_on: series.first_seen_on,
    last_seen_on: series.last_seen_on,
    changed_on: series.changed_on,
    lowest: series.lowest.all_time?.amount ?? null,
    highest: series.highest.all_time?.amount ?? null,
    n_runs: series.n_runs,
    runs: runs.slice(-MAX_RUNS).map((run) => ({
      amount: run.amount,
      currency: run.currency,
      usd_monthly: run.usd_monthly,
      first_seen_on: run.first_seen_on,
      last_seen_on: run.last_seen_on,
      source: run.source,
      ...(run.converted && { converted: run.converted }),
    })),
    change: change && {
      local_pct: change.local_pct,
      fx_pct: change.fx_pct,
      usd_pct: change.usd_pct,
      n_vendor_changes: change.n_vendor_changes,
    },
  };
}

/** `before` and `after` of a change name the fields that differ. */
export function toShortChange({ id, kind, object, key, before, after, reason }: Change, plans: Plans) {
  const [old, now] = [before, after].map((record) => record && toShortRecord(record, plans));
  const differing = (record: object, other: object | null | undefined) =>
    other ? Object.fromEntries(Object.entries(record).filter(([name, value]) => !isSame(value, other, name))) : record;
  return {
    id,
    kind,
    object,
    key,
    before: old ? differing(old, now) : null,
    after: now ? differing(now, old) : null,
    ...(reason !== null && { reason }),
  };
}

function toShortRecord(record: NonNullable<Change["before"]>, plans: Plans): object {
  if ("ranking" in record) return toShortProduct(record);
  return "tax" in record ? toShortPrice(record, plans) : record;
}

const isSame = (value: unknown, other: object, name: string) =>
  JSON.stringify(value) === JSON.stringify(other[name as keyof typeof other]);

export function toShortVersion({ version, published_at, data_to, added, changed, ended, corrected }: VersionRecord) {
  return { version, published_at, data_to, added, changed, ended, corrected };
}
