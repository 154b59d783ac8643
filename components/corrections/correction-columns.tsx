import type { Column } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { billingName, formatBilled } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import type { CorrectionReason, ListedCorrection } from "@/lib/dataset/corrections/schema";
import { countryInSentence, formatDay } from "@/lib/text/format";

const REASONS: Readonly<Record<CorrectionReason, string>> = {
  typing_error: "Typing error of ours",
  source_error: "The source was wrong",
  wrong_series: "Recorded for another price",
  duplicate: "Recorded twice",
  source_withdrew: "The source took it back",
  taken_back: "Its publish was taken back",
  licence: "Taken down: its licence does not allow it",
};

function describeFigure(
  { object, currency, period }: ListedCorrection,
  figure: { amount: number | null; currency: string | null; usd_per_unit: number | null },
): string {
  if (object === "rate") return figure.usd_per_unit === null ? "" : `1 ${currency} = ${figure.usd_per_unit} USD`;
  if (figure.amount === null || figure.currency === null || period === null) return "no longer listed";
  return formatBilled({ amount: figure.amount, currency: figure.currency, period });
}

function describeBefore(row: ListedCorrection): string {
  if (row.erased && row.before_source_url === null && row.before_usd_per_unit === null) return "erased";
  if (row.object === "price" && row.before_source_url === null) return "nothing";
  return describeFigure(row, {
    amount: row.before_amount,
    currency: row.before_currency,
    usd_per_unit: row.before_usd_per_unit,
  });
}

function describeAfter(row: ListedCorrection): string {
  if (row.action === "withdraw") return "withdrawn";
  if (row.erased && row.after_source_url === null && row.after_usd_per_unit === null) return "erased";
  return describeFigure(row, {
    amount: row.after_amount,
    currency: row.after_currency,
    usd_per_unit: row.after_usd_per_unit,
  });
}

export const CORRECTIONS_COLUMNS: readonly Column<ListedCorrection>[] = [
  {
    key: "what",
    head: "What",
    isRowHead: true,
    cell: ({ product, country, name, plan, platform, period, currency, source, date }) => (
      <>
        {product !== null && country !== null && name !== null && plan !== null ? (
          <Link href={`/services/${product}?history=${country}#history`}>
            {productLabel({ name, plan })} in {countryInSentence(country)}
          </Link>
        ) : (
          `Exchange rate of ${currency}`
        )}
        <span className="sub">
          {platform !== null && period !== null ? `${billingName({ platform, period })}, ` : ""}
          {formatDay(date)}, source {source}
        </span>
      </>
    ),
    stacked: "1 / 1 / 2 / 4",
  },
  { key: "before", head: "Before", cell: describeBefore, unit: { before: "was " }, stacked: "2 / 1" },
  { key: "after", head: "After", cell: describeAfter, unit: { before: "now " }, stacked: "2 / 2 / 3 / 4" },
  {
    key: "why",
    head: "Why",
    cell: ({ reason, note }) => (
      <>
        {REASONS[reason]}
        {note !== null && <span className="sub">{note}</span>}
      </>
    ),
    stacked: "3 / 1 / 4 / 4",
  },
  {
    key: "when",
    head: "When",
    cell: ({ dataset_version, published_at }) => (
      <>
        {formatDay(published_at.slice(0, 10))}
        <span className="sub">
          version <span className="nowrap">{dataset_version}</span>
        </span>
      </>
    ),
    stacked: "4 / 1 / 5 / 4",
  },
];
