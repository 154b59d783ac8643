import { Link } from "@/components/ui/link";
import type { Comparison, Saving } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { divideMix } from "@/lib/findings/mix-rules";
import { ACCESS } from "@/lib/findings/saving-rules";
import { writeSavingTax } from "@/lib/findings/tax-line-rules";
import { countryInSentence, countryName, formatShare } from "@/lib/text/format";
import { capitalize, joinWords } from "@/lib/text/words";

type SavedProps = {
  saving: Saving | null;
  baseline: string;
  places: readonly string[];
  isTaxFree: boolean;
  money: Money;
};

/** `places`: where it is bought instead. */
function Saved({ saving, baseline, places, isTaxFree, money }: SavedProps) {
  if (saving === null) return "no saving is told: one of these prices is doubted or was last seen long ago";
  if (saving.usd_monthly === 0) return `nothing saved against ${countryInSentence(baseline)}`;
  return (
    <>
      saves <b>{money.price(saving.usd_monthly)}</b> a month, <b>{money.price(saving.usd_yearly)}</b> a year,{" "}
      {formatShare(saving.pct / 100)} of the total in {countryInSentence(baseline)}
      {writeSavingTax([baseline, ...places], isTaxFree)}
    </>
  );
}

type Props = { comparison: Comparison; money: Money };

/** Names the one country in which all products cost least, then says `word`, and what that saves against the baseline. */
function SavedInOne({ comparison, money, word }: Props & { word?: string }) {
  const { baseline, best_single_country: single } = comparison.savings;
  if (baseline === null || single === null) return null;
  return (
    <>
      <Link href={`/countries/${single.country}`}>{capitalize(countryInSentence(single.country))}</Link> {word}{" "}
      <Saved
        saving={single.saving}
        baseline={baseline.country}
        places={[single.country]}
        isTaxFree={comparison.tax === "excluded"}
        money={money}
      />
      .
    </>
  );
}

/** Says how much less all chosen subscriptions cost in the cheapest country than in the first, or why nothing is saved. */
export function CheapestCountry({ comparison, money }: Props) {
  const { baseline, best_single_country: single } = comparison.savings;
  if (baseline === null) return null;
  if (comparison.countries.length === 1) return <p className="answer-more">Add a country to compare it with.</p>;
  if (single === null) return null;
  const isAlone = comparison.totals.filter(({ complete }) => complete).length === 1;
  return (
    <p className="answer-more">
      {single.country === baseline.country ? (
        isAlone ? (
          "No other listed country has a total to compare it with."
        ) : (
          `Of the ranked totals that of ${countryInSentence(baseline.country)} is the lowest.`
        )
      ) : (
        <>
          <SavedInOne comparison={comparison} money={money} /> {ACCESS.present}
        </>
      )}
    </p>
  );
}

/** Says what the mix of the headline saves a year, and beside it what the best single country saves. */
export function MixAnswer({ comparison, money }: Props) {
  const { baseline, best_single_country: single, best_mix: mix } = comparison.savings;
  if (baseline === null || mix === null || mix.saving === null) return null;
  return (
    <p className="answer-more">
      That saves <b>{money.price(mix.saving.usd_yearly)}</b> a year, {formatShare(mix.saving.pct / 100)} of the total in{" "}
      {countryInSentence(baseline.country)}.{" "}
      {single !== null && single.country !== baseline.country && (
        <>
          <SavedInOne comparison={comparison} money={money} word="alone" />{" "}
        </>
      )}
      {ACCESS.present}
    </p>
  );
}

type BestMixProps = Props & {
  label: (slug: string) => string;
  /** No saving is told while prices are aged. */
  isAged: boolean;
};

/** Each subscription in its cheapest country. */
export function BestMix({ comparison, money, label, isAged }: BestMixProps) {
  const { baseline, best_mix: mix } = comparison.savings;
  if (baseline === null || mix === null) return null;
  const parts = divideMix(comparison);
  return (
    <>
      <b>Each in its cheapest country: {money.price(mix.usd_monthly)} a month.</b>{" "}
      {parts.map(({ country, products }) => `${countryName(country)} for ${joinWords(products.map(label))}`).join("; ")}
      {!isAged && (
        <>
          ;{" "}
          <Saved
            saving={mix.saving}
            baseline={baseline.country}
            places={parts.map(({ country }) => country)}
            isTaxFree={comparison.tax === "excluded"}
            money={money}
          />
        </>
      )}
      .
    </>
  );
}
