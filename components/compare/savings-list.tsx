import { Link } from "@/components/ui/link";
import { type SummaryEntry, SummaryList } from "@/components/ui/summary-list";
import type { Comparison, Saving } from "@/lib/catalogue/compare/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { countryInSentence, countryName, formatShare } from "@/lib/text/format";
import { allOf, countNoun, joinWords } from "@/lib/text/words";

const savingNote = (saving: Saving | null, baseline: string, money: Money) => {
  if (saving === null) return "no saving is told: what one of these prices pays for is open";
  if (saving.usd_monthly === 0) return `nothing saved against ${countryInSentence(baseline)}`;
  return (
    <>
      saves <b>{money.price(saving.usd_monthly)}</b> a month, <b>{money.price(saving.usd_yearly)}</b> a year,{" "}
      {formatShare(saving.percent / 100)} of the total in {countryInSentence(baseline)}. You may need a local card or
      address.
    </>
  );
};

type Picks = readonly { product: string; country: string }[];

function PickList({ picks, label }: { picks: Picks; label: (slug: string) => string }) {
  const groups = new Map<string, string[]>();
  for (const { product, country } of picks) groups.set(country, [...(groups.get(country) ?? []), label(product)]);
  return (
    <ul className="picks">
      {[...groups].map(([country, names]) => (
        <li key={country}>
          <Link href={`/countries/${country}`}>{countryName(country)}</Link> for {joinWords(names)}
        </li>
      ))}
    </ul>
  );
}

export function SavingsList({
  comparison,
  label,
  money,
}: {
  comparison: Comparison;
  label: (slug: string) => string;
  money: Money;
}) {
  const { baseline, best_single_country: single, best_mix: mix } = comparison.savings;
  if (baseline === null) return null;
  const count = comparison.products.length;
  const isAlone = comparison.countries.length === 1;
  const entries: SummaryEntry[] = [
    {
      term: isAlone ? "Total" : "Baseline",
      place: <Link href={`/countries/${baseline.country}`}>{countryName(baseline.country)}</Link>,
      amount: money.price(baseline.usd_monthly),
      note: `a month, ${count === 1 ? label(comparison.products[0]?.slug ?? "") : allOf(count)}${isAlone ? "; add a country to compare it with" : ""}`,
    },
  ];
  if (single && !isAlone)
    entries.push({
      term: "Best single country",
      place: <Link href={`/countries/${single.country}`}>{countryName(single.country)}</Link>,
      amount: money.price(single.usd_monthly),
      note:
        single.country === baseline.country
          ? comparison.totals.filter(({ complete }) => complete).length === 1
            ? `no other listed country has a price for ${count === 1 ? "it" : "all of them"}`
            : "the baseline is the cheapest already"
          : savingNote(single.saving, baseline.country, money),
    });
  if (mix && count > 1 && !isAlone)
    entries.push({
      term: "Best mix",
      place: `each where it is cheapest, in ${countNoun(new Set(mix.picks.map(({ country }) => country)).size, "country", "countries")}`,
      amount: money.price(mix.usd_monthly),
      note: (
        <>
          {savingNote(mix.saving, baseline.country, money)}
          <PickList picks={mix.picks} label={label} />
        </>
      ),
    });
  return (
    <div className="compare-summary">
      <SummaryList entries={entries} />
    </div>
  );
}
