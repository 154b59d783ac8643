import { Difference } from "@/components/charts/difference";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { type SummaryEntry, SummaryList } from "@/components/ui/summary-list";
import { dearestOf, differencePct } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { toProductParams } from "@/lib/catalogue/products/page-schema";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { formatIncomeShare } from "@/lib/findings/lens-rules";
import { toHref } from "@/lib/pages/query";
import { countryName } from "@/lib/text/format";
import { type ProductPage, priceOf } from "./model";

/** Local amount below a price, or what it takes of an income. */
function noteOf(price: Price, lens: Lens): string {
  if (lens === "income" && price.income_share_pct !== null)
    return `${formatIncomeShare(price.income_share_pct)} of a month’s average income of ${price.income_year}`;
  if (lens === "excluded") return `${formatBilled(price)} as shown`;
  return price.currency === "USD" && price.period === "monthly" ? "billed in US dollars" : formatBilled(price);
}

/** Cheapest country, the reader's country, the US, dearest country: each once. */
export function ProductFacts({ page, isGuessed }: { page: ProductPage; isGuessed: boolean }) {
  const { product, lowest, us, home, query, lens, money } = page;
  const [cheapest, dearest] = [lowest[0], dearestOf(lowest)];
  if (!cheapest || !dearest) return null;
  const find = (code: string | null) => lowest.find(({ country }) => country === code);
  const named: [string, Price | undefined][] = [
    ["Your country", find(home)],
    ["Cheapest", cheapest],
    ["Dearest", dearest],
    ["Baseline", find("US")],
  ];
  const order = ["Cheapest", "Your country", "Baseline", "Dearest"];
  const shown = named
    .filter(([, price], i) => price && !named.slice(0, i).some(([, other]) => other?.country === price.country))
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const entries = shown.flatMap(([term, price]) => (price ? [toEntry(term, price)] : []));

  function toEntry(term: string, price: Price): SummaryEntry {
    const roles = named.filter(([name, other]) => name !== term && other?.country === price.country);
    const pct = differencePct(price.usd_monthly, us);
    return {
      term: [term, ...roles.map(([name]) => name.toLowerCase())].join(", "),
      place: <a href={toHref(`/countries/${price.country}`, toLensParams(lens))}>{countryName(price.country)}</a>,
      amount: priceOf(price, money),
      unit: lens === "excluded" ? "a month, without tax" : "a month",
      note: noteOf(price, lens),
      ...(pct !== null && { difference: <Difference pct={price.country === "US" ? null : pct} shape="start" /> }),
      ...(term === "Your country" && { tone: "you" as const }),
    };
  }

  const choices = lowest
    .map(({ country }) => ({ value: country, label: countryName(country) }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
  const parameters = Object.entries(toProductParams({ ...query, home: undefined, page: 1 }));
  return (
    <>
      <SummaryList entries={entries} />
      {lowest.length > 1 && (
        <form className="form-sentence" action={`/services/${product.slug}`} method="get">
          {parameters.map(
            ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <SelectField
            label={
              home === null ? "Your country:" : isGuessed ? "Your country, guessed from your browser:" : "Your country:"
            }
            name="home"
            choices={choices}
            value={home ?? ""}
            {...(home === null && { anyLabel: "choose" })}
            isInline
          />
          <Button look="text">Change</Button>
        </form>
      )}
    </>
  );
}
