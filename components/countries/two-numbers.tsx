import type { IndexedCountry } from "@/lib/catalogue/countries/schema";
import { countryInSentence } from "@/lib/text/format";
import { joinWords } from "@/lib/text/words";

/** Explains what the two index numbers answer, and what neither does. */
export function TwoNumbers({ countries }: { countries: readonly IndexedCountry[] }) {
  const unclear = countries.filter(
    ({ code, index: { model } }) => code !== "US" && model !== null && model.low < 100 && model.high > 100,
  );
  return (
    <div className="prose prose-small">
      <h3>Two numbers, two questions</h3>
      <p>
        The <b>median</b> asks what happens to a typical subscription: half of the basket differs by more, half by less.
        It follows the method of the published index and uses only subscriptions sold in both countries.
      </p>
      <p>
        The <b>model index</b> compares every country with every other at once, from all prices, so it can also say how
        sure it is. Where the interval crosses 100, a country is not clearly cheaper or dearer than the United States
        {unclear.length > 0 &&
          `: ${joinWords(unclear.map(({ code }) => countryInSentence(code)))} ${unclear.length === 1 ? "is such a case" : "are such cases"}`}
        .
      </p>
      <h3>What neither is</h3>
      <p>
        A cost of living. These are the sticker prices of digital subscriptions; wages, taxes and what else a household
        buys are left out. Exchange rates alone can move a country.
      </p>
      <p>
        <a className="more" href="/docs/methodology">
          Method, step by step
        </a>
      </p>
    </div>
  );
}
