import { Ledger, type LedgerEntry } from "@/components/ui/ledger";
import { currencyName, formatPct, formatShare } from "@/lib/format";
import { ordinal } from "@/lib/words";
import type { CountryPage } from "./model";

/** The country's index in figures. Needs an index. */
export function Facts({ page: { country, ranked } }: { page: CountryPage }) {
  const { index, code, currency, products, prices } = country;
  if (!index) return null;
  const entries: LedgerEntry[] = [
    {
      term: "Median against the US",
      place: code === "US" ? "The base" : `${ordinal(index.rank)} cheapest of ${ranked}`,
      amount: code === "US" ? "100" : formatPct(index.pct_vs_us),
      note: `${index.basket_size} products compared`,
    },
    ...(code === "US"
      ? []
      : [
          {
            term: "Cost less than in the US",
            place: "Share of products",
            amount: formatShare(index.cheaper_share),
            note: `middle half from ${formatPct(index.p25_pct, 0)} to ${formatPct(index.p75_pct, 0)}`,
          },
        ]),
    ...(index.model && code !== "US"
      ? [
          {
            term: "Model index, US = 100",
            place: "From all prices",
            amount: index.model.value.toFixed(1),
            note: `95\u202f% interval ${index.model.low.toFixed(0)} to ${index.model.high.toFixed(0)}`,
          },
        ]
      : []),
    {
      term: "Prices here",
      place: currency === null ? "No currency of its own" : currencyName(currency),
      amount: String(prices),
      note: `for ${products} products`,
    },
  ];
  return <Ledger entries={entries} />;
}
