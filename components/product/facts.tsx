import type { ReactNode } from "react";
import { ReadDay } from "@/components/prices/read-day";
import { Link } from "@/components/ui/link";
import { cheapestOf, dearestOf } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, platformName, writeRateDay } from "@/lib/catalogue/prices/words";
import { toReportHref } from "@/lib/desk/reports/rules";
import { writeNoHomePrice } from "@/lib/findings/day-rules";
import { formatIncomeShare } from "@/lib/findings/lens-rules";
import { tenseOf } from "@/lib/findings/read-days-rules";
import { findSaving } from "@/lib/findings/saving-rules";
import { countryInSentence, countryName } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";
import { chooseCompared, type ProductPage, priceOf, toComparisonHref, toCountryHref } from "./model";

type Entry = { key: string; term: ReactNode; amount: string; unit?: string; note: ReactNode; isFirst?: boolean };

/** Answers a visitor first: the price in the reader's country, the lowest, and the saving. `deck`: sentences that follow. */
export function ProductFacts({ page, deck }: { page: ProductPage; deck: string }) {
  const { product, label, lowest, home, isOwn, unpriced, query, lens, today, money } = page;
  const [cheapest, dearest] = [cheapestOf(lowest), dearestOf(lowest)];
  if (!cheapest || !dearest) return null;
  const isPast = query.date !== undefined;
  const toTense = (prices: readonly Price[]) => (isPast ? "past" : tenseOf(prices, today));
  const own = lowest.find(({ country }) => country === home);
  const saving = own && lens !== "income" ? findSaving(own, product, money, toTense) : null;
  const unit = lens === "excluded" ? "a month, without tax" : "a month";

  const toEntry = (term: ReactNode, price: Price): Entry => ({
    key: price.country,
    term,
    amount: priceOf(price, money),
    unit,
    note: writeNote(page, price),
  });
  const linkTo = ({ country }: Price) => <Link href={toCountryHref(page, country)}>{countryName(country)}</Link>;
  const highest = toEntry(<>Most expensive: {linkTo(dearest)}</>, dearest);
  const entries: Entry[] = [];
  if (own)
    entries.push({
      ...toEntry(
        <>
          {isPast || !isOwn ? "The price in" : "You pay in"} {countryInSentence(own.country)}
        </>,
        own,
      ),
      key: "own",
      note: (
        <>
          {writeNote(page, own)}{" "}
          <a className="report-link" href={toReportHref(own)} rel="nofollow">
            Report<span className="visually-hidden"> this price</span>
          </a>
        </>
      ),
      isFirst: true,
    });
  if (unpriced !== null)
    entries.push({
      ...{ key: "own", term: `In ${countryInSentence(unpriced.country)}`, amount: "no price", isFirst: true },
      note: writeNoHomePrice(
        label,
        unpriced,
        product.prices.some(({ country }) => country === unpriced.country),
        { lens, date: query.date },
      ),
    });
  if (lowest.length > 1 || !own) entries.push(toEntry(<>Cheapest: {linkTo(cheapest)}</>, cheapest));
  if (saving !== null)
    entries.push({
      ...{ key: "saving", term: isPast || !isOwn ? "Less than there by" : "You would save" },
      ...{ amount: money.price(saving.usdYearly), unit: "a year", note: saving.note },
    });
  else if (dearest.country !== cheapest.country) entries.push(highest);
  const others = saving !== null && dearest.country !== own?.country;
  const compared = chooseCompared(lowest, home);
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
            Most expensive: {linkTo(dearest)}, {priceOf(dearest, money)}.{" "}
          </>
        )}
        {deck}{" "}
        {lowest.length > 1 && (
          <Link href={toComparisonHref(page, compared)}>
            Compare {countryInSentence(compared[0] ?? "US")} with other countries
          </Link>
        )}
      </p>
    </section>
  );
}

/** Local amount, store and day of reading. */
function writeNote({ lens, query, today }: ProductPage, price: Price): ReactNode {
  if (lens === "income" && price.income_share_pct !== null)
    return `${formatIncomeShare(price.income_share_pct)} of a month’s average income of ${price.income_year}`;
  const rateDay = writeRateDay(price);
  const isUsual = price.currency === "USD" && price.period === "monthly" && lens === "shown";
  const billed = isUsual ? "" : `${formatBilled(price)}${lens === "excluded" ? " list price" : ""}, `;
  const store = platformName(price.platform);
  return (
    <>
      {billed}
      {billed === "" ? capitalize(store) : store},{" "}
      <ReadDay price={price} today={query.date === undefined ? today : null} />
      {rateDay !== null && `, ${rateDay}`}
    </>
  );
}
