import { HowSure } from "@/components/countries/how-sure";
import { type SummaryEntry, SummaryList } from "@/components/ui/summary-list";
import {
  writeCommonBasket,
  writeCurrencies,
  writeMedianChange,
  writeSecondMethod,
  writeWithoutDoubt,
} from "@/lib/findings/country-rules";
import { writeMonthsLeftOut, writeRateBand } from "@/lib/findings/rate-band-rules";
import { formatTimes } from "@/lib/findings/times-rules";
import { formatCount, formatPct, formatShare } from "@/lib/text/format";
import type { CountryPage } from "./model";

export function CountryFacts({ page: { country, ranked, figures, lens } }: { page: CountryPage }) {
  const { index, code, products, prices, ex_tax, income, purchasing_power } = country;
  if (!index) return null;
  const entries: SummaryEntry[] = [
    {
      term: lens === "excluded" ? "Median without tax" : "Median against the US",
      place: code === "US" ? "The base" : `Rank ${index.rank} of ${ranked}`,
      amount: code === "US" ? formatPct(0) : formatPct(index.pct_vs_us),
      note:
        code === "US" || index.median_low === null || index.median_high === null
          ? `${index.basket_size} subscriptions compared`
          : `95% interval ${formatPct(index.median_low)} to ${formatPct(index.median_high)}, ${index.basket_size} subscriptions`,
    },
    ...(lens === "excluded" && ex_tax?.shown_pct_vs_us != null && code !== "US"
      ? [
          {
            term: "The same subscriptions as shown",
            place: "Median against the US",
            amount: formatPct(ex_tax.shown_pct_vs_us),
            note: "the one to compare the median without tax with",
          },
        ]
      : []),
    ...(lens === "income" && income.ratio !== null
      ? [
          {
            term: "Of an average income",
            place: `Income of ${income.year}, US = 1`,
            amount: formatTimes(income.ratio),
            note: `${formatCount(income.gni_per_capita_usd ?? 0)} US dollars a head`,
          },
        ]
      : []),
    ...(lens === "income" && purchasing_power.ratio !== null
      ? [
          {
            term: "By purchasing power",
            place: `Price level of ${purchasing_power.year}, US = 1`,
            amount: purchasing_power.ratio.toFixed(2),
            note: "above 1: dearer than prices there are in general",
          },
        ]
      : []),
    ...(code === "US"
      ? []
      : [
          {
            term: "Cost less than in the US",
            place: "Share of subscriptions",
            amount: formatShare(index.cheaper_share),
            note: `middle half from ${formatPct(index.p25_pct, 0)} to ${formatPct(index.p75_pct, 0)}`,
          },
        ]),
    {
      term: "Prices here",
      place: writeCurrencies(figures.currencies),
      amount: String(prices),
      note: `for ${products} subscriptions`,
    },
  ];
  return (
    <>
      <SummaryList entries={entries} />
      {code !== "US" && lens !== "excluded" && (
        <HowSure>
          <p>
            {writeRateBand(index)} {writeMonthsLeftOut(index.rate_days)}
          </p>
          <p>
            {writeWithoutDoubt(index)} {writeSecondMethod(index)} {writeCommonBasket(index)} {writeMedianChange(index)}
          </p>
        </HowSure>
      )}
    </>
  );
}
