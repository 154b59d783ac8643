import { type SummaryEntry, SummaryList } from "@/components/ui/summary-list";
import { writeCurrencies, writeRank } from "@/lib/findings/country-rules";
import { formatPct, formatShare } from "@/lib/text/format";
import type { CountryPage } from "./model";

/** Index of the country in figures. Needs an index. */
export function CountryFacts({ page: { country, ranked, figures } }: { page: CountryPage }) {
  const { index, code, products, prices } = country;
  if (!index) return null;
  const entries: SummaryEntry[] = [
    {
      term: "Median against the US",
      place: code === "US" ? "The base" : writeRank(index, ranked),
      amount: code === "US" ? "100" : formatPct(index.pct_vs_us),
      note:
        code === "US" || index.median_low === null || index.median_high === null
          ? `${index.basket_size} products compared`
          : `95\u202f% interval ${formatPct(index.median_low)} to ${formatPct(index.median_high)}, ${index.basket_size} products`,
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
    ...(index.common_basket && code !== "US"
      ? [
          {
            term: "Median, common basket",
            place: "Products of every indexed country",
            amount: formatPct(index.common_basket.pct_vs_us),
            note: `${index.common_basket.products} products`,
          },
        ]
      : []),
    ...(index.change && code !== "US"
      ? [
          {
            term: "Change of the median",
            place: `Since dataset ${index.change.previous_version}`,
            amount: `${formatPct(index.change.points).replace(/\s%$/, "")} points`,
            note: `${formatPct(index.change.from_pct)} to ${formatPct(index.change.to_pct)}, on the ${index.change.products} products that both hold`,
          },
        ]
      : []),
    {
      term: "Prices here",
      place: writeCurrencies(figures.currencies),
      amount: String(prices),
      note: `for ${products} products`,
    },
  ];
  return <SummaryList entries={entries} />;
}
