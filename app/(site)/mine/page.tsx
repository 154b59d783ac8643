import type { Metadata } from "next";
import { toCompareHref } from "@/components/compare/compare-href";
import { BestMix, CheapestCountry } from "@/components/compare/savings-list";
import { ChangesList } from "@/components/mine/changes-list";
import { CountriesTable } from "@/components/mine/countries-table";
import { type ListState, MineForm } from "@/components/mine/mine-form";
import { OwnedTable } from "@/components/mine/owned-table";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { PickButton, PickList } from "@/components/ui/pick-list";
import { Pop } from "@/components/ui/pop";
import { readCompareOptions } from "@/lib/catalogue/compare/options-data";
import { MAX_PRODUCTS } from "@/lib/catalogue/compare/schema";
import { readHome } from "@/lib/catalogue/countries/home-data";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { findMine } from "@/lib/catalogue/mine/data";
import { readKeptList } from "@/lib/catalogue/mine/kept-data";
import { MAX_SUBSCRIPTIONS, readList, writeList } from "@/lib/catalogue/mine/list-rules";
import { MineQuery } from "@/lib/catalogue/mine/page-schema";
import { toDisplayed } from "@/lib/catalogue/prices/converted/data";
import { currencyOf } from "@/lib/contract/currencies";
import { writeMineDeck, writeMineTitle } from "@/lib/findings/mine-rules";
import { toFollowHref } from "@/lib/mails/follows/rules";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { countryInSentence } from "@/lib/text/format";
import { loadChanges } from "./load-changes";

type Props = { searchParams: Promise<SearchParams> };

const TITLE = "My subscriptions: what they cost here and where they cost less";
const DESCRIPTION =
  "Tick what you pay for: what it costs a month and a year in your country and in each other one, where each subscription costs least, and what changed. No account; the list stays in your browser.";
const FORM = "pick-mine";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/mine",
  image: "/image/pages/compare.png",
});

export default async function MinePage({ searchParams }: Props) {
  const given = await searchParams;
  const { query, refused } = readPageQuery(given, MineQuery);
  const version = await readPageVersion(given);
  const [home, options, kept, { context }, { currency }] = await Promise.all([
    readHome(version, query.home),
    readCompareOptions(version),
    readKeptList(),
    readPageContext(version),
    readDisplayCurrency(version, query.currency),
  ]);
  const asked = readList(query.list ?? "");
  const isOfAddress = asked.subscriptions.length > 0;
  const subscriptions = isOfAddress ? asked.subscriptions : (kept?.subscriptions ?? []);
  const inVain = [...refused, ...asked.refused.map((item) => ({ parameter: "list", given: item.slice(0, 60) }))];
  const state: ListState = { list: writeList(subscriptions), home: query.home };
  const pick = (
    <>
      <PickList
        legend="Subscriptions"
        name="products"
        options={options.products}
        chosen={subscriptions
          .map(({ product }) => product)
          .filter((slug) => options.products.some(({ value }) => value === slug))}
        max={MAX_SUBSCRIPTIONS}
        find="Find a subscription"
        form={FORM}
      />
      <input type="hidden" name="choose" value="1" form={FORM} />
      <PickButton words="Show what {products} cost" counts={{ products: subscriptions.length }} form={FORM} />
    </>
  );
  if (subscriptions.length === 0)
    return (
      <>
        <RefusedParameters refused={inVain} />
        <PageHead title={TITLE} deck={DESCRIPTION} />
        <MineForm state={state} id={FORM} label="What you pay for">
          {pick}
        </MineForm>
        <p className="prose-small">{KEPT}</p>
      </>
    );

  const [{ owned, comparison: counted, gone }, changes] = await Promise.all([
    findMine(version, { subscriptions, home, countries: options.indexed }),
    isOfAddress ? [] : loadChanges(version, { subscriptions, home, seen: kept?.seen ?? null }),
  ]);
  const comparison = toDisplayed(counted, currency);
  const money = makeMoney(currency);
  const isAged = context.age !== null;
  const sum = counted.savings.baseline?.usd_monthly ?? null;
  const isKept = kept !== null && writeList(kept.subscriptions) === state.list;
  const shared = toHref("/mine", { list: state.list, home, currency: query.currency });
  const compared = owned.slice(0, MAX_PRODUCTS).map(({ subscription }) => subscription.product);
  return (
    <>
      <RefusedParameters refused={inVain} />
      <PageHead title={writeMineTitle(owned, sum, { home, money, isAged })} deck={writeMineDeck(owned, sum, money)} />
      {gone.length > 0 && (
        <Notice>
          <p>Not in this dataset, or not any more: {gone.join(", ")}.</p>
        </Notice>
      )}
      {isOfAddress && !isKept && (
        <Notice>
          <MineForm state={state} label="Keep this list">
            <p>
              This list is in the address of the page, and not kept in this browser
              {kept === null
                ? " yet, or the browser keeps no cookies, or none as long as this"
                : ", which has another one"}
              .{" "}
              <Button look="text" name="keep" value="1">
                Keep it here
              </Button>
            </p>
          </MineForm>
        </Notice>
      )}
      <MineForm state={state} id={FORM} label="What you pay for">
        <div className="control-line">
          <Pop label="Subscriptions" value={subscriptions.length} title="What you pay for" group="mine">
            {pick}
          </Pop>
        </div>
      </MineForm>
      {sum !== null && (
        <div className="mine-answer">
          {!isAged && <CheapestCountry comparison={comparison} money={money} />}
          <p className="answer-more">
            <BestMix comparison={comparison} money={money} label={options.label} isAged={isAged} />
          </p>
        </div>
      )}
      <section className="section-near" aria-label="Your subscriptions">
        <OwnedTable
          owned={owned.map((one) => ({
            ...one,
            cost: toDisplayed(one.cost, currency),
            cheapest: toDisplayed(one.cheapest, currency),
          }))}
          home={home}
          currency={currencyOf(home) ?? "USD"}
          money={money}
          state={state}
          isAged={isAged}
        />
      </section>
      {kept !== null && <ChangesList changes={changes} seen={kept.seen ?? ""} label={options.label} state={state} />}
      {sum !== null && (
        <section className="section" aria-labelledby="elsewhere">
          <h2 className="finding finding-sub" id="elsewhere">
            The same in each country
          </h2>
          <p className="measure">
            {money.unit}. What has no price in {countryInSentence(home)} that counts is left out; a country that lacks
            one of the others is not ranked.
          </p>
          <CountriesTable comparison={comparison} money={money} />
        </section>
      )}
      <section className="section mine-keep" aria-labelledby="keep">
        <h2 className="finding finding-sub" id="keep">
          Keep it, share it, take it along
        </h2>
        <ul className="examples">
          <li>
            <a
              href={toFollowHref({ products: owned.map(({ subscription }) => subscription.product), country: home })}
              rel="nofollow"
            >
              E-mail me when one of them changes
            </a>{" "}
            <span>in {countryInSentence(home)}, by e-mail or as a feed</span>
          </li>
          <li>
            <Link href={shared}>Address of this list</Link> <span>for another device, or to share</span>
          </li>
          <li>
            <Link href={toHref("/mine.csv", { list: state.list, home })}>CSV</Link>{" "}
            <span>one row a subscription, one column a country</span>
          </li>
          <li>
            <Link
              href={toCompareHref({
                products: compared,
                countries: [home, ...options.indexed.filter((code) => code !== home)],
                all: options.indexed,
              })}
            >
              Compare {compared.length === owned.length ? "them" : `the first ${compared.length}`} in detail
            </Link>{" "}
            <span>price by price, with sources</span>
          </li>
        </ul>
        <MineForm state={state} label="Forget the list">
          <p className="prose-small">
            {KEPT}{" "}
            {kept !== null && (
              <button className="link-button" type="submit" name="forget" value="1">
                Forget it
              </button>
            )}
          </p>
        </MineForm>
      </section>
    </>
  );
}

const KEPT =
  "The list is kept in this browser alone, in one cookie, for 13 months. We store a list only for who asks for word of it by e-mail, and nothing is tracked.";
