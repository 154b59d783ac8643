import { EVIDENCE } from "@/lib/catalogue/prices/evidence/rules";
import { READING_METHODS } from "@/lib/catalogue/prices/provenance-schema";
import type { DayPrice, Price } from "@/lib/catalogue/prices/schema";
import { type TaxView, TREATMENTS } from "@/lib/catalogue/tax/schema";
import { toDay, toNumber } from "@/lib/versions/values";

type Decimal = NonNullable<Parameters<typeof toNumber>[0]>;
type Rates = "fxRate" | "taxRatePct" | "exTaxAmount";
type Figures = "usd" | "usdMonthly" | "exTaxUsd" | "exTaxUsdMonthly" | "incomeSharePct";
type Reasons = "taxReason" | "incomeReason";

type CommonRow = Pick<Price, "platform" | "period"> &
  ProvenanceRow &
  Record<"productSlug" | "countryCode" | "taxTreatment", string> &
  Record<Rates, Decimal | null> &
  Record<Figures, number | null> &
  Record<Reasons | "fxSourceId" | "taxSourceId", string | null> &
  Record<"fxDate" | "taxReviewedOn", Date | null> &
  Record<"incomeYear", number | null> &
  Record<"fxStale" | "isReported", boolean>;
type ProvenanceRow = { readAt: Date | null } & Record<"quote" | "method" | "plan", string | null>;
type Reading = { amount: Decimal; currency: string; sourceUrl: string; verifiedOn: Date };
type DayReading = { [K in keyof Reading]: Reading[K] | null };

export type PublishedPrice = CommonRow &
  Reading & { sourceId: string; changedOn: Date | null; evidence: string } & Record<
    "isOutdated" | "isRanked" | "exTaxIsRanked",
    boolean
  > &
  Record<"usUsdMonthly" | "pctVsUs" | "usExTaxMonthly" | "exTaxPctVsUs" | "usualRatio", number | null>;

/** Without a reading where the series was first read later. */
export type DayRow = CommonRow &
  DayReading & { status: NonNullable<DayPrice["status"]>; sourceId: string | null; lastSeenOn: Date | null } & {
    seriesId: number;
    evidence: string | null;
    isOutdated: boolean | null;
  };

export function toPrice(row: PublishedPrice, tax: TaxView = "shown"): Price {
  const [us, pct] = tax === "shown" ? [row.usUsdMonthly, row.pctVsUs] : [row.usExTaxMonthly, row.exTaxPctVsUs];
  return {
    ...toRecord(row, tax),
    amount: toNumber(row.amount),
    currency: row.currency,
    source_url: row.sourceUrl,
    verified_on: toDay(row.verifiedOn),
    changed_on: row.changedOn && toDay(row.changedOn),
    source: row.sourceId,
    source_kind: toSourceKind(row.sourceId),
    us_usd_monthly: us,
    pct_vs_us: pct,
    evidence: toEvidence(row.evidence),
    outdated: row.isOutdated,
    ranked: tax === "shown" ? row.isRanked : row.exTaxIsRanked,
    ex_tax_ranked: row.exTaxIsRanked,
    usual_ratio: row.usualRatio,
    ex_tax_us_monthly: row.usExTaxMonthly,
    ex_tax_pct_vs_us: row.exTaxPctVsUs,
  };
}

/** Without evidence, age and rank where the series had no price on the day. */
export const toDayPrice = (
  row: DayRow,
  tax: TaxView,
  {
    isRanked,
    isRankedWithoutTax,
    usualRatio,
  }: { isRanked: boolean; isRankedWithoutTax: boolean; usualRatio: number | null },
): DayPrice => ({
  ...toRecord(row, tax),
  source: row.sourceId,
  status: row.status,
  last_seen_on: row.lastSeenOn && toDay(row.lastSeenOn),
  ...(row.amount !== null && {
    evidence: row.evidence === null ? undefined : toEvidence(row.evidence),
    outdated: row.isOutdated === true,
    ranked: tax === "shown" ? isRanked : isRankedWithoutTax,
    ex_tax_ranked: isRankedWithoutTax,
    usual_ratio: usualRatio,
  }),
});

const toEvidence = (text: string) => EVIDENCE.find((one) => one === text);

function toRecord(row: CommonRow & DayReading, tax: TaxView): DayPrice {
  const [usd, monthly] = tax === "shown" ? [row.usd, row.usdMonthly] : [row.exTaxUsd, row.exTaxUsdMonthly];
  return {
    product: row.productSlug,
    country: row.countryCode,
    platform: row.platform,
    period: row.period,
    amount: toNumber(row.amount),
    currency: row.currency,
    usd,
    usd_monthly: monthly,
    fx_rate: toNumber(row.fxRate),
    fx_date: row.fxDate && toDay(row.fxDate),
    source_url: row.sourceUrl,
    verified_on: row.verifiedOn && toDay(row.verifiedOn),
    tax: {
      treatment: TREATMENTS.find((one) => one === row.taxTreatment) ?? "unknown",
      rate_pct: toNumber(row.taxRatePct),
      reason: row.taxReason,
      ex_tax_amount: toNumber(row.exTaxAmount),
      ex_tax_usd: row.exTaxUsd,
      ex_tax_usd_monthly: row.exTaxUsdMonthly,
      source: row.taxSourceId,
      reviewed_on: row.taxReviewedOn && toDay(row.taxReviewedOn),
    },
    income_share_pct: row.incomeSharePct,
    income_year: row.incomeYear,
    income_reason: row.incomeReason,
    fx_source: row.fxSourceId,
    fx_stale: row.fxStale,
    reported: row.isReported,
    read_at: row.readAt?.toISOString() ?? null,
    quote: row.quote,
    method: READING_METHODS.find((one) => one === row.method) ?? null,
    plan: row.plan,
  };
}

function toSourceKind(source: string): NonNullable<Price["source_kind"]> {
  if (source === "desk" || source === "visitors") return source;
  return source.startsWith("opentherank-") ? "store_index" : "publication";
}
