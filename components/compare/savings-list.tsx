import { Link } from "@/components/ui/link";
import type { Comparison, Saving } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { countryInSentence, countryName, formatShare } from "@/lib/text/format";
import { capitalize, joinWords } from "@/lib/text/words";

function Saved({ saving, baseline, money }: { saving: Saving | null; baseline: string; money: Money }) {
  if (saving === null) return "no saving is told: one of these prices is doubted or was last seen long ago";
  if (saving.usd_monthly === 0) return `nothing saved against ${countryInSentence(baseline)}`;
  return (
    <>
      saves <b>{money.price(saving.usd_monthly)}</b> a month, <b>{money.price(saving.usd_yearly)}</b> a year,{" "}
      {formatShare(saving.pct / 100)} of the total in {countryInSentence(baseline)}
    </>
  );
}

type Props = { comparison: Comparison; money: Money };

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
          <Link href={`/countries/${single.country}`}>{capitalize(countryInSentence(single.country))}</Link>{" "}
          <Saved saving={single.saving} baseline={baseline.country} money={money} />. You may need a local card or
          address.
        </>
      )}
    </p>
  );
}

/** Each subscription in its cheapest country. */
export function BestMix({ comparison, money, label }: Props & { label: (slug: string) => string }) {
  const { baseline, best_mix: mix } = comparison.savings;
  if (baseline === null || mix === null) return null;
  const groups = new Map<string, string[]>();
  for (const { product, country } of mix.picks) groups.set(country, [...(groups.get(country) ?? []), label(product)]);
  return (
    <>
      <b>Each in its cheapest country: {money.price(mix.usd_monthly)} a month.</b>{" "}
      {[...groups].map(([country, names]) => `${countryName(country)} for ${joinWords(names)}`).join("; ")};{" "}
      <Saved saving={mix.saving} baseline={baseline.country} money={money} />.
    </>
  );
}
