import { isDeepStrictEqual } from "node:util";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import type { Country } from "@/lib/catalogue/countries/schema";
import type { Converted } from "@/lib/catalogue/prices/converted/schema";
import type { SeriesHistory } from "@/lib/catalogue/prices/history/series/schema";
import { type DayPrice, Price } from "@/lib/catalogue/prices/schema";
import { findDistance } from "@/lib/catalogue/prices/usual/rules";
import { Product } from "@/lib/catalogue/products/schema";
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
    ...(price.ex_tax_ranked !== price.ranked && { ex_tax_ranked: price.ex_tax_ranked }),
    evidence: price.evidence,
    verified_on: price.verified_on,
    source: price.source,
    ...(price.outdated && { outdated: true }),
    ...(price.fx_stale && { fx_stale: true, fx_date: price.fx_date }),
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
    ...(product.same_plan_as && { same_plan_as: product.same_plan_as }),
    n_countries: product.n_countries,
    min: product.min,
    cheapest_country: product.cheapest?.country ?? null,
    median: product.median,
    max: product.max,
    most_expensive_country: product.most_expensive?.country ?? null,
    ranking: product.ranking,
    n_ranked: product.n_ranked,
    cheapest_without_tax_country: product.cheapest_without_tax?.country ?? null,
    ex_tax_min: product.ex_tax_min,
    ex_tax_median: product.ex_tax_median,
    ex_tax_max: product.ex_tax_max,
    ex_tax_ranking: product.ex_tax_ranking,
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

/**
 * US dollars a month by country, with `currency=` also that currency: those that count apart from those that are in no
 * ranking.
 */
export function toShortComparison(
  { products, countries, matrix, totals, savings, ...others }: Comparison,
  plans: Plans,
) {
  const converted = findConverted(matrix);
  const hasCells = products.length * countries.length * (converted ? 2 : 1) <= MAX_CELLS;
  const complete = totals.filter((total) => total.complete);
  return {
    tax: others.tax,
    ...(converted && { converted }),
    ...(others.skipped && { skipped: others.skipped }),
    products: matrix.map((row, at) => {
      const cells = row.cells.filter((cell) => cell !== null && cell.usd_monthly !== null) as Listed[];
      const ranked = cells.filter((cell) => cell.ranked);
      const unranked = cells.filter((cell) => !cell.ranked);
      const days = cells.map(({ verified_on }) => verified_on).sort();
      const far = cells.filter(({ usual_ratio }) => findDistance(usual_ratio));
      const stale = cells.filter(({ fx_stale }) => fx_stale);
      return {
        product: row.product,
        name: products[at]?.name,
        plan: plans.get(row.product) ?? null,
        ...(row.counts_with && { counts_with: row.counts_with }),
        ranking: row.ranking,
        cheapest_country: row.cheapest_country,
        most_expensive_country: row.most_expensive_country,
        ...(hasCells && {
          usd_monthly: toAmounts(ranked),
          unranked_usd_monthly: toAmounts(unranked),
        }),
        ...(hasCells &&
          converted && {
            converted_monthly: toConverted(ranked),
            unranked_converted_monthly: toConverted(unranked),
          }),
        ...(far.length > 0 && {
          usual_ratio: Object.fromEntries(far.map(({ country, usual_ratio }) => [country, usual_ratio])),
        }),
        ...(stale.length > 0 && { fx_stale: stale.map(({ country }) => country) }),
        ...(row.tax_unknown.length > 0 && { tax_unknown: row.tax_unknown }),
        ...(row.not_observed_yet?.length && { not_observed_yet: row.not_observed_yet }),
        verified_from: days[0] ?? null,
        verified_on: days.at(-1) ?? null,
        sources: [...new Set(cells.map(({ source }) => source))].sort(),
      };
    }),
    totals: toAmounts(complete),
    ...(converted && { converted_totals: toConverted(complete) }),
    incomplete: totals.filter((total) => !total.complete).map(({ country }) => country),
    savings,
    ...(!hasCells && { left_out: "usd_monthly of each product: ask for fewer countries or products to have them." }),
  };
}
type Listed = DayPrice & { usd_monthly: number; verified_on: string };

/** The currency that was asked for, and its rate. */
function findConverted(matrix: Comparison["matrix"]) {
  const converted = matrix.flatMap(({ cells }) => cells).find((cell) => cell?.converted)?.converted;
  return converted && { currency: converted.currency, fx_rate: converted.fx_rate, fx_date: converted.fx_date };
}

const toAmounts = (ones: readonly { country: string; usd_monthly: number | null }[]) =>
  Object.fromEntries(ones.map(({ country, usd_monthly }) => [country, usd_monthly]));

const toConverted = (ones: readonly { country: string; converted?: Converted | undefined }[]) =>
  Object.fromEntries(ones.map(({ country, converted }) => [country, converted?.monthly ?? null]));

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
    lowest: toShortExtreme(series.lowest.all_time),
    highest: toShortExtreme(series.highest.all_time),
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
      from: change.from.day,
      to: change.to.day,
      local_pct: change.local_pct,
      fx_pct: change.fx_pct,
      usd_pct: change.usd_pct,
      n_vendor_changes: change.n_vendor_changes,
    },
  };
}

const toShortExtreme = (extreme: SeriesHistory["lowest"]["all_time"]) =>
  extreme && {
    amount: extreme.amount,
    currency: extreme.currency,
  };

/** Of a price these stand in a change although they are equal, because its amount means nothing without them. */
const KEPT = ["currency", "plan", "source", "verified_on"];

/** `before` and `after` name the fields that differ, those of the whole records where the short ones are equal. */
export function toShortChange({ id, kind, object, key, before, after, reason }: Change, plans: Plans) {
  const old = before && toShortRecord(before, plans);
  const now = after && toShortRecord(after, plans);
  const isShortEqual = old !== null && now !== null && isDeepStrictEqual(old, now);
  const [left, right] = isShortEqual ? [before, after] : [old, now];
  return {
    id,
    kind,
    object,
    key,
    before: left && keepDiffering(left, right),
    after: right && keepDiffering(right, left),
    ...(reason !== null && { reason }),
  };
}

function keepDiffering(record: object, other: object | null) {
  if (other === null) return record;
  const others = new Map(Object.entries(other));
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => KEPT.includes(name) || !isDeepStrictEqual(value, others.get(name)),
    ),
  );
}

function toShortRecord(record: NonNullable<Change["before"]>, plans: Plans): object {
  const product = "ranking" in record ? Product.safeParse(record).data : undefined;
  const price = "tax" in record ? Price.safeParse(record).data : undefined;
  if (product !== undefined) return toShortProduct(product);
  return price === undefined ? record : toShortPrice(price, plans);
}

export function toShortVersion({ version, published_at, data_to, added, changed, ended, corrected }: VersionRecord) {
  return { version, published_at, data_to, added, changed, ended, corrected };
}
