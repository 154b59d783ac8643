import { Difference } from "@/components/charts/difference";
import { Link } from "@/components/ui/link";
import { type SummaryEntry, SummaryList } from "@/components/ui/summary-list";
import { cheapestOf, dearestOf, differencePct } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, writeRateDay } from "@/lib/catalogue/prices/words";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { writeNoHomePrice } from "@/lib/findings/day-rules";
import { formatIncomeShare } from "@/lib/findings/lens-rules";
import { tenseOf } from "@/lib/findings/read-days-rules";
import { writeSaving, writeSavingHeading } from "@/lib/findings/saving-rules";
import { countryInSentence, countryName } from "@/lib/text/format";
import { chooseCompared, type ProductPage, priceOf, toComparisonHref, toCountryHref } from "./model";

function noteOf(price: Price, lens: Lens): string {
  if (lens === "income" && price.income_share_pct !== null)
    return `${formatIncomeShare(price.income_share_pct)} of a month’s average income of ${price.income_year}`;
  const rateDay = writeRateDay(price);
  if (lens === "excluded") return `${formatBilled(price)} as shown`;
  if (rateDay !== null) return `${formatBilled(price)}, ${rateDay}`;
  return price.currency === "USD" && price.period === "monthly" ? "billed in US dollars" : formatBilled(price);
}

export function ProductFacts({ page }: { page: ProductPage }) {
  const { product, label, lowest, us, home, unpriced, query, lens, today, money } = page;
  const [cheapest, dearest] = [cheapestOf(lowest), dearestOf(lowest)];
  if (!cheapest || !dearest) return null;
  const find = (code: string | null) => lowest.find(({ country }) => country === code);
  const own = find(home);
  const named: [string, Price | undefined][] = [
    ["My country", own],
    ["Cheapest", cheapest],
    ["Dearest", dearest],
    ["For comparison", find("US")],
  ];
  const order = ["My country", "Cheapest", "For comparison", "Dearest"];
  const shown = named
    .filter(([, price], i) => price && !named.slice(0, i).some(([, other]) => other?.country === price.country))
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const entries = shown.flatMap(([term, price]) => (price ? [toEntry(term, price)] : []));
  const compared = chooseCompared(lowest, home);
  const toTense = (prices: readonly Price[]) => (query.date === undefined ? tenseOf(prices, today) : "past");
  const heading = own && lens !== "income" ? writeSavingHeading(own, product.prices, money, toTense) : null;

  function toEntry(term: string, price: Price): SummaryEntry {
    const roles = named.filter(([name, other]) => name !== term && other?.country === price.country);
    const pct = differencePct(price.usd_monthly, us);
    const saving =
      own && lens !== "income" && lowest.length > 1 ? writeSaving(price.country, own, product.prices, money) : null;
    return {
      term: [term, ...roles.map(([name]) => name.toLowerCase())].filter((name) => name !== "for comparison").join(", "),
      place: <Link href={toCountryHref(page, price.country)}>{countryName(price.country)}</Link>,
      amount: priceOf(price, money),
      unit: lens === "excluded" ? "a month, without tax" : "a month",
      note: noteOf(price, lens),
      ...(pct !== null && { difference: <Difference pct={price.country === "US" ? null : pct} shape="start" /> }),
      ...(saving !== null && { saving }),
      ...(term === "My country" && { tone: "you" as const }),
    };
  }

  return (
    <>
      {heading !== null && lowest.length > 1 && <h2 className="finding finding-sub saving-heading">{heading}</h2>}
      <SummaryList entries={entries} />
      {unpriced !== null && (
        <p className="summary-list-note">
          {writeNoHomePrice(
            label,
            unpriced,
            product.prices.some(({ country }) => country === unpriced.country),
            { lens, date: query.date },
          )}
        </p>
      )}
      {lowest.length > 1 && (
        <p className="prose-small saving-note">
          <Link href={toComparisonHref(page, compared)}>
            Compare {countryInSentence(compared[0] ?? "US")} with other countries
          </Link>
        </p>
      )}
    </>
  );
}
