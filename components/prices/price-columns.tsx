import { Difference } from "@/components/charts/difference";
import type { Column } from "@/components/ui/data-table";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { billingName, formatBilled, writeRateDay } from "@/lib/catalogue/prices/words";
import { sourceOf } from "@/lib/dataset/rules";
import type { SummarySource } from "@/lib/dataset/schema";
import { toReportHref } from "@/lib/desk/reports/rules";
import { formatIncomeShare } from "@/lib/findings/lens-rules";
import { toHref } from "@/lib/pages/query";
import { baseName, formatDay } from "@/lib/text/format";
import { EvidenceMark } from "./evidence-mark";

export type PricedRow = { price: Price /** Against the base, in per cent. */; pct: number | null };

export type SortState<Sort> = { sort: Sort; order: "ascending" | "descending" };

export function toSortLink<Sort, Query extends SortState<Sort>>(
  path: string,
  query: Query,
  toParams: (query: Query) => Parameters<typeof toHref>[1],
  anchor = "#prices",
) {
  return (sort: Sort): NonNullable<Column<unknown>["sort"]> => {
    const isCurrent = query.sort === sort;
    const order = isCurrent && query.order === "ascending" ? "descending" : "ascending";
    const href = toHref(path, toParams({ ...query, sort, order, page: undefined }), anchor);
    return { href, ...(isCurrent && { order: query.order }) };
  };
}

export type PriceColumnsProps = {
  money: Money;
  sources: readonly SummarySource[];
  /** Country that `pct` is against. */
  base?: string;
  sortLink?: (sort: "usd" | "vs" | "verified") => NonNullable<Column<unknown>["sort"]>;
};

/** Writes the day of the rate when the rate is stale. */
function MonthlyAmount({ price, money }: { price: Price; money: Money }) {
  if (price.usd_monthly === null)
    return <span className="reason">{price.fx_rate === null ? "no rate" : price.tax.reason}</span>;
  const rateDay = writeRateDay(price);
  return (
    <>
      {money.amount(price)}
      {rateDay !== null && <span className="sub">{rateDay}</span>}
    </>
  );
}

function makeMoneyColumns(money: Money) {
  const local: Column<PricedRow> = {
    key: "local",
    head: "Local price",
    align: "end",
    className: "local",
    cell: ({ price }) => (
      <>
        {formatBilled(price)}
        <EvidenceMark price={price} />
      </>
    ),
    stacked: "2 / 1",
  };
  const usd: Column<PricedRow> = {
    key: "usd",
    head: money.monthly,
    align: "end",
    className: "amount",
    unit: money.around,
    cell: ({ price }) => <MonthlyAmount price={price} money={money} />,
    stacked: "1 / 2 / 2 / 4",
  };
  return { local, usd };
}

/** Share of an average month's income, with the year of the income. */
const SHARE: Column<PricedRow> = {
  key: "share",
  head: "Share of income",
  align: "end",
  cell: ({ price: { income_share_pct, income_year, income_reason } }) =>
    income_share_pct === null ? (
      <span className="reason">{income_reason}</span>
    ) : (
      <>
        <b>{formatIncomeShare(income_share_pct)}</b>
        <span className="sub">income of {income_year}</span>
      </>
    ),
  stacked: "2 / 2 / 3 / 4",
};

export function makePriceColumns({ money, sources, base = "US", sortLink }: PriceColumnsProps) {
  const sortBy = (sort: "usd" | "vs" | "verified") => (sortLink ? { sort: sortLink(sort) } : {});
  const { local, usd } = makeMoneyColumns(money);
  const billed: Column<PricedRow> = {
    key: "billed",
    head: "Billed",
    cell: ({ price }) => billingName(price),
    stacked: null,
    hideBelow: 56,
  };
  const vs: Column<PricedRow> = {
    key: "vs",
    head: `Against ${baseName(base)}`,
    align: "end",
    ...sortBy("vs"),
    cell: ({ price, pct }) =>
      price.country !== base && pct === null ? (
        <span className="reason">
          {price.fx_stale ? "not compared" : price.usd_monthly === null ? "not known" : `no price in ${baseName(base)}`}
        </span>
      ) : (
        <Difference pct={price.country === base ? null : pct} baseText="compared with" digits={0} />
      ),
    stacked: "2 / 2 / 3 / 4",
  };
  const verified: Column<PricedRow> = {
    key: "verified",
    head: "Verified",
    align: "end",
    ...sortBy("verified"),
    cell: ({ price: { verified_on, outdated } }) => (
      <time dateTime={verified_on} className={outdated ? "is-old" : undefined}>
        {formatDay(verified_on)}
      </time>
    ),
    stacked: "3 / 2 / 4 / 4",
  };
  const source: Column<PricedRow> = {
    key: "source",
    head: "Source",
    cell: ({ price }) => (
      <>
        <a href={price.source_url}>
          {sourceOf(price.source_url, sources)?.publisher ?? new URL(price.source_url).hostname}
        </a>{" "}
        <a className="report-link" href={toReportHref(price)} rel="nofollow">
          Report<span className="visually-hidden"> this price</span>
        </a>
      </>
    ),
    stacked: "3 / 1",
  };
  return { billed, local, usd: { ...usd, ...sortBy("usd") }, vs, share: SHARE, verified, source };
}
