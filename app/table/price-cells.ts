import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { periodName, platformName } from "@/lib/catalogue/prices/words";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { sourceOf } from "@/lib/dataset/rules";
import type { SummarySource } from "@/lib/dataset/schema";
import type { TableColumn } from "@/lib/exports/table-file";
import { baseName } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";

export const priceColumns = (money: Money, lens: Lens, base = "US"): TableColumn[] => [
  { head: "Platform", kind: "text", width: 14 },
  { head: "Period", kind: "text", width: 14 },
  { head: "Local price", kind: "amount" },
  { head: "Currency", kind: "text", width: 10 },
  { head: `${money.code} a month${lens === "excluded" ? " without tax" : ""}`, kind: "amount" },
  { head: `Against ${baseName(base)} (%)`, kind: "percent" },
  ...(lens === "income" ? ([{ head: "Of a month's average income (%)", kind: "amount" }] as const) : []),
  { head: "Verified on", kind: "day" },
  { head: "Source", kind: "text", width: 30 },
  { head: "Read at", kind: "text", width: 50 },
];

/** `pct`: difference from the base's price of the same platform and period, per cent. */
export function priceCells(
  price: Price,
  pct: number | null,
  money: Money,
  lens: Lens,
  sources: readonly SummarySource[],
) {
  return [
    capitalize(platformName(price.platform)),
    periodName(price.period),
    price.amount,
    price.currency,
    price.usd_monthly === null ? null : money.value(price),
    pct,
    ...(lens === "income" ? [price.income_share_pct] : []),
    price.verified_on,
    sourceOf(price.source_url, sources)?.name ?? null,
    price.source_url,
  ];
}
