import "server-only";
import Big from "big.js";
import { findPlanComparison } from "@/lib/catalogue/compare/data";
import { roundUsd } from "@/lib/catalogue/compare/rules";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import { findCoverageStatus } from "@/lib/catalogue/coverage/data";
import type { CoverageStatus } from "@/lib/catalogue/coverage/schema";
import { findVersionRates } from "@/lib/catalogue/fx/data";
import { toExactMonthly } from "@/lib/catalogue/prices/converted/amount-rules";
import { toPrice } from "@/lib/catalogue/prices/rows/record-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { readAccess } from "@/lib/catalogue/products/access/data";
import { findNames } from "@/lib/catalogue/search/data";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import type { Payment, Subscription } from "./list-rules";
import type { CountedAs, Mine, OwnedSubscription } from "./schema";

type Owner = { subscriptions: readonly Subscription[]; home: string };

/** What a list costs at `home` and in `countries`. */
export async function findMine(
  version: Version,
  { subscriptions, home, countries }: Owner & { countries: readonly string[] },
): Promise<Mine> {
  const { known, gone, labelOf } = await divideKnown(version, subscriptions);
  const slugs = known.map(({ product }) => product);
  const [found, choices, statusOf, access] = await Promise.all([
    comparePlans(version, { subscriptions: known, home, countries }),
    findChoices(version, slugs, home),
    findCoverageStatus(version, slugs),
    readAccess(version),
  ]);
  const { all, counted, listed } = found;
  const owned = known.map((subscription): OwnedSubscription => {
    const { product } = subscription;
    const row = counted.matrix.find((one) => one.product === product);
    const cellIn = (comparison: Comparison, country: string | null | undefined) =>
      comparison.matrix.find((one) => one.product === product)?.cells.find((cell) => cell?.country === country) ?? null;
    const cost = cellIn(all, home);
    const isOnce = row?.counts_with !== undefined;
    const status = statusOf(product, home);
    return {
      subscription,
      label: labelOf(product),
      countedAs: decideCountedAs(subscription, {
        cost,
        isCounted: row !== undefined,
        isOnce,
        isCertain: row?.ranking === "certain",
        status,
      }),
      countsWith: row?.counts_with === undefined ? null : labelOf(row.counts_with),
      cost: row === undefined || isOnce ? null : cost,
      listed: listed.find((price) => price.product === product && price.country === home) ?? null,
      choices: choices.filter((price) => price.product === product),
      cheapest: isOnce ? null : cellIn(counted, row?.cheapest_country),
      saving: isOnce ? null : (row?.saving ?? null),
      access: access.get(product) ?? [],
    };
  });
  return { owned, comparison: counted, gone };
}

/** US dollars a month of what counts of a list at `home`; null where nothing does. */
export async function findOwnSum(version: Version, { subscriptions, home }: Owner): Promise<number | null> {
  const { known } = await divideKnown(version, subscriptions);
  if (known.length === 0) return null;
  const { counted } = await comparePlans(version, { subscriptions: known, home, countries: [home] });
  return counted.totals[0]?.usd_monthly ?? null;
}

async function divideKnown(version: Version, subscriptions: readonly Subscription[]) {
  const { products } = await findNames(version);
  const labels = new Map(products.map(({ slug, label }) => [slug, label]));
  return {
    known: subscriptions.filter(({ product }) => labels.has(product)),
    gone: subscriptions.flatMap(({ product }) => (labels.has(product) ? [] : [product])),
    labelOf: (slug: string) => labels.get(slug) ?? slug,
  };
}

async function comparePlans(
  version: Version,
  { subscriptions, home, countries }: Owner & { countries: readonly string[] },
) {
  const rates = await findVersionRates(version);
  const rateOf = new Map([["USD", 1], ...rates.map(({ currency, usd_per_unit }) => [currency, usd_per_unit] as const)]);
  return findPlanComparison(version, {
    plans: subscriptions,
    countries: [home, ...countries.filter((code) => code !== home)],
    baseline: home,
    paid: subscriptions.flatMap((subscription) => {
      const { paid } = subscription;
      if (paid === undefined) return [];
      return [toPaidPrice(subscription, paid, { home, rate: rateOf.get(paid.currency) ?? null, version })];
    }),
  });
}

async function findChoices({ id: versionId }: Version, slugs: readonly string[], home: string): Promise<Price[]> {
  const rows = await publishedDb().price.findMany({
    where: { versionId, productSlug: { in: [...slugs] }, countryCode: home },
    orderBy: { position: "asc" },
  });
  return rows.map((row) => toPrice(row));
}

type Facts = { cost: Price | null; isCounted: boolean; isOnce: boolean; isCertain: boolean; status: CoverageStatus };

function decideCountedAs({ paid }: Subscription, { cost, isCounted, isOnce, isCertain, status }: Facts): CountedAs {
  if (isOnce) return "same_plan";
  if (paid !== undefined && isCounted) return "paid";
  if (cost === null) return status === "priced" ? "other_plan_only" : status;
  if (isCounted) return isCertain && cost.ranked === true ? "certain" : "uncertain";
  return cost.outdated === true ? "last_seen" : "no_rate";
}

type Paying = { home: string; rate: number | null; version: Version };

/** A payment as a price that nobody doubts: the reader knows it. Nothing is known of its tax; without a rate it counts nowhere. */
function toPaidPrice(
  { product, platform = "any", period = "monthly" }: Subscription,
  { amount, currency }: Payment,
  { home, rate, version }: Paying,
): Price {
  const day = version.fxDate ?? version.dataDate;
  const tax = {
    treatment: "unknown" as const,
    rate_pct: null,
    reason: "not known",
    ex_tax_amount: null,
    ex_tax_usd: null,
    ex_tax_usd_monthly: null,
    source: null,
    reviewed_on: null,
  };
  const monthly = toExactMonthly({ amount, period, fx_rate: rate, tax });
  return {
    product,
    country: home,
    platform,
    period,
    amount,
    currency,
    usd: rate === null ? null : roundUsd(Big(amount).times(rate)),
    usd_monthly: monthly && roundUsd(monthly),
    fx_rate: rate,
    fx_date: rate === null ? null : day,
    source_url: "",
    verified_on: day,
    tax,
    income_share_pct: null,
    income_year: null,
    income_reason: null,
    fx_source: null,
    fx_stale: false,
    reported: false,
    ranked: rate !== null,
  };
}
