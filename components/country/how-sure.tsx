import { HowSure, ReadingDays } from "@/components/countries/how-sure";
import { medianInterval } from "@/lib/catalogue/countries/rules";
import {
  writeCommonBasket,
  writeCurrencies,
  writeMedianChange,
  writeSecondMethod,
  writeWithoutDoubt,
} from "@/lib/findings/country-rules";
import { EX_TAX_CAVEAT, INCOME_CAVEAT, TAX_CAVEAT } from "@/lib/findings/lens-rules";
import { writeMonthsLeftOut, writeRateBand } from "@/lib/findings/rate-band-rules";
import { formatCount, formatPct } from "@/lib/text/format";
import type { CountryPage } from "./model";

const CAVEATS = { shown: TAX_CAVEAT, excluded: EX_TAX_CAVEAT, income: INCOME_CAVEAT };

/** Folds away intervals and other methods, so that the page leads with one number. */
export function CountryHowSure({ page: { country, base, figures, lens } }: { page: CountryPage }) {
  const { index, country: code } = country;
  if (index === null || code === base) return null;
  const interval = medianInterval(index);
  const facts = [
    { term: "Sold in both countries", value: formatCount(index.n_products) },
    { term: "Typical difference", value: formatPct(index.pct_vs_us) },
    ...(interval ? [{ term: "95% interval", value: `${formatPct(interval[0])} to ${formatPct(interval[1])}` }] : []),
    { term: "Half of them", value: `${formatPct(index.p25_pct, 0)} to ${formatPct(index.p75_pct, 0)}` },
    { term: "Prices set in", value: writeCurrencies(figures.currencies) },
  ];
  return (
    <HowSure>
      <p>
        Half of the subscriptions sold in both countries differ by more than the typical difference, half by less. Plan,
        store and billing period are the same, and products that are sold as one plan count once. {CAVEATS[lens]}
      </p>
      <ReadingDays read={figures.read} />
      <dl className="definitions">
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {base === "US" && lens !== "excluded" && (
        <p>
          {writeRateBand(index)} {writeMonthsLeftOut(index.rate_days)} {writeWithoutDoubt(index)}{" "}
          {writeSecondMethod(index)} {writeCommonBasket(index)} {writeMedianChange(index)}
        </p>
      )}
    </HowSure>
  );
}
