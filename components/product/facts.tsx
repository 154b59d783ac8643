import type { ReactNode } from "react";
import { EvidenceMark } from "@/components/prices/evidence-mark";
import { ReadDay } from "@/components/prices/read-day";
import { Link } from "@/components/ui/link";
import { byPrice, byShare, cheapestOf, dearestOf, isCompared } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, hostOf, storeName, writeRateDay } from "@/lib/catalogue/prices/words";
import { toReportHref } from "@/lib/desk/reports/rules";
import { inMonths } from "@/lib/findings/age-rules";
import { writeNoHomePrice } from "@/lib/findings/day-rules";
import { formatIncomeShare, MIN_LENS_PLACES } from "@/lib/findings/lens-rules";
import { findSaving } from "@/lib/findings/saving-rules";
import { isAcrossTaxLine, isBeforeSalesTax } from "@/lib/findings/tax-line-rules";
import { writeWhen } from "@/lib/findings/told-rules";
import { countryInSentence, countryName } from "@/lib/text/format";
import { uncapitalize } from "@/lib/text/words";
import { chooseCompared, type ProductPage, priceOf, toComparisonHref, toCountryHref } from "./model";

type Entry = { key: string; term: ReactNode; amount: string; unit?: string; note: ReactNode; isFirst?: boolean };

/** Answers a visitor first: the price in the reader's country, the lowest, and the saving. `deck`: sentences that follow. */
export function ProductFacts({ page, deck }: { page: ProductPage; deck: string }) {
  const { product, lowest, ranked, home, isOwn, query, lens, isThin, money, told } = page;
  const isIncome = lens === "income";
  const ends = isThin ? [] : isIncome ? byShare(ranked) : [cheapestOf(lowest), dearestOf(lowest)];
  const cheapest = ends[0];
  const dearest = ends.at(-1);
  const isPast = query.date !== undefined;
  const own = lowest.find(({ country }) => country === home);
  const saving = own && !isIncome && !isThin ? findSaving(own, { prices: product.prices, told }, money) : null;

  const toEntry = (term: ReactNode, price: Price): Entry =>
    isIncome && price.income_share_pct !== null
      ? {
          key: price.country,
          term,
          amount: formatIncomeShare(price.income_share_pct),
          unit: `of a month’s average income of ${price.income_year}`,
          note: writeNote(page, price, priceOf(price, money)),
        }
      : {
          key: price.country,
          term,
          amount: priceOf(price, money),
          unit: lens === "excluded" ? "a month, without tax" : "a month",
          note: writeNote(page, price),
        };
  const linkTo = ({ country }: Price) => <Link href={toCountryHref(page, country)}>{countryName(country)}</Link>;
  const entries: Entry[] = [];
  if (own)
    entries.push({
      ...toEntry(writeOwnTerm(page, own), own),
      key: "own",
      note: (
        <>
          {toEntry("", own).note}
          {writeOtherStores(page, own)}{" "}
          <a className="report-link" href={toReportHref(own)} rel="nofollow">
            Report<span className="visually-hidden"> this price</span>
          </a>
        </>
      ),
      isFirst: true,
    });
  const unpriced = toUnpricedEntry(page);
  if (unpriced !== null) entries.push(unpriced);
  const [low, high] = isIncome
    ? ["Smallest share", "Largest share"]
    : told.ranking === "uncertain"
      ? ["Lowest, uncertain", "Highest, uncertain"]
      : ["Cheapest", "Most expensive"];
  const when = writeWhen(ranked, told);
  const termOf = (word: string) => (when === "" ? word : `${when}, ${uncapitalize(word)}`);
  if (cheapest && (ranked.length > 1 || cheapest.country !== own?.country))
    entries.push(
      toEntry(
        <>
          {termOf(low)}: {linkTo(cheapest)}
          {!isIncome && writeTaxOfCheapest(page, cheapest, own)}
        </>,
        cheapest,
      ),
    );
  const isWide = cheapest !== undefined && dearest !== undefined && dearest.country !== cheapest.country;
  if (saving !== null)
    entries.push({
      key: "saving",
      term: isPast || !isOwn ? "Less than there by" : "You would save",
      amount: money.price(saving.usdYearly),
      unit: "a year",
      note: saving.note,
    });
  else if (isWide)
    entries.push(
      toEntry(
        <>
          {termOf(high)}: {linkTo(dearest)}
        </>,
        dearest,
      ),
    );
  const others = saving !== null && isWide && dearest.country !== own?.country;
  const compared = chooseCompared(lowest, home);
  if (entries.length === 0) return <p className="deck">{deck}</p>;
  return (
    <section className="answer" aria-label="Answer">
      <dl>
        {entries.map(({ key, term, amount, unit: per, note, isFirst }) => (
          <div key={key} className={isFirst ? "is-you" : undefined}>
            <dt>{term}</dt>
            <dd>
              <span className="answer-amount">
                {amount}
                {per !== undefined && <small> {per}</small>}
              </span>
              <span className="answer-note">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="answer-more">
        {others && (
          <>
            Most expensive: {linkTo(dearest)}
            {writeBefore(page, dearest, own)}, {priceOf(dearest, money)}.{" "}
          </>
        )}
        {deck} {writeOwnSite(page)}
        {lowest.length > 1 && (
          <Link href={toComparisonHref(page, compared)}>
            Compare {countryInSentence(compared[0] ?? "US")} with other countries
          </Link>
        )}
      </p>
    </section>
  );
}

/** `In Germany`; of an old price its month is the first word. */
function writeOwnTerm({ told }: ProductPage, own: Price): string {
  const place = countryInSentence(own.country);
  const isLast = own.outdated === true || told.ranking === "last_seen";
  const when = isLast ? `Last seen ${inMonths([own])}` : writeWhen([own], told);
  return when === "" ? `In ${place}` : `${when}, in ${place}`;
}

/** In the reader's country without an amount that can be compared: its list price stays, where one is known. */
function toUnpricedEntry({ product, label, unpriced, lens, query }: ProductPage): Entry | null {
  if (unpriced === null) return null;
  const [listed] = product.prices.filter(({ country }) => country === unpriced.country).sort(byPrice);
  return {
    key: "own",
    term: `In ${countryInSentence(unpriced.country)}`,
    amount: listed === undefined ? "no price" : formatBilled(listed),
    ...(listed !== undefined && { unit: listed.period === "monthly" ? "a month, list price" : "list price" }),
    note: (
      <>
        {listed !== undefined && (
          <>
            {storeName(listed.platform, product.website)}, <ReadDay price={listed} hasAge={query.date === undefined} />.{" "}
          </>
        )}
        {writeNoHomePrice(label, unpriced, listed !== undefined, { lens, date: query.date })}
      </>
    ),
    isFirst: true,
  };
}

/** `, before sales tax; without tax Türkiye`: where the cheapest country changes without tax, both are named. */
function writeTaxOfCheapest(page: ProductPage, cheapest: Price, own: Price | undefined): string {
  const { product, lens, told } = page;
  const without = product.cheapest_without_tax?.country;
  const known = new Set(
    product.prices.flatMap(({ country, tax }) => (tax.ex_tax_usd_monthly === null ? [] : [country])),
  );
  const isKnown = known.size >= MIN_LENS_PLACES && told.ranking === "certain";
  const isOther = without !== undefined && without !== cheapest.country && isKnown;
  if (lens === "excluded") return "";
  const before =
    isOther && isBeforeSalesTax(cheapest.country) ? ", before sales tax" : writeBefore(page, cheapest, own);
  return `${before}${isOther ? `; without tax ${countryName(without)}` : ""}`;
}

/** `, before sales tax`, where the country is compared with one whose prices hold tax. */
const writeBefore = ({ lens }: ProductPage, { country }: Price, own: Price | undefined): string =>
  lens !== "excluded" && isBeforeSalesTax(country) && (own === undefined || isAcrossTaxLine(country, own.country))
    ? ", before sales tax"
    : "";

/** `; Google Play $14.99`: prices of the same country in other stores. */
function writeOtherStores({ product, lens, money }: ProductPage, own: Price): string {
  if (lens === "income") return "";
  const others = product.prices
    .filter(isCompared)
    .filter(({ country, platform, outdated }) => country === own.country && platform !== own.platform && !outdated)
    .sort(byPrice);
  const first = new Map(others.toReversed().map((price) => [price.platform, price]));
  return [...first.values()]
    .sort(byPrice)
    .map((price) => `; ${storeName(price.platform, product.website)} ${money.price(price)}`)
    .join("");
}

/** Of a service with a site of its own, whose prices there are not known. */
function writeOwnSite({ product: { website, prices } }: ProductPage): string {
  const isCollected = prices.some(({ platform }) => platform === "web" || platform === "any");
  return website === null || isCollected || prices.length === 0
    ? ""
    : `It may cost less on ${hostOf(website)}, which is not collected. `;
}

/** Local amount, store, day of reading and doubt. `amount`: what stands before them. */
function writeNote({ product, lens, query }: ProductPage, price: Price, amount?: string): ReactNode {
  const rateDay = writeRateDay(price);
  const isUsual = price.currency === "USD" && price.period === "monthly" && lens !== "excluded";
  const billed = isUsual ? "" : `${formatBilled(price)}${lens === "excluded" ? " list price" : ""}, `;
  return (
    <>
      {amount !== undefined && `${amount}, `}
      {billed}
      {storeName(price.platform, product.website)}, <ReadDay price={price} hasAge={query.date === undefined} />
      {rateDay !== null && `, ${rateDay}`}
      <EvidenceMark price={price} />
    </>
  );
}
