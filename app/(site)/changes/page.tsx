import type { Metadata } from "next";
import { toChangesHref } from "@/components/changes/changes-href";
import { ChangesTable } from "@/components/changes/changes-table";
import { Filters } from "@/components/changes/filters";
import { Follow } from "@/components/changes/follow";
import { MonthBars } from "@/components/changes/month-bars";
import { figureData } from "@/components/site/figure-data";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { priceSources, SourceList } from "@/components/site/source-list";
import { EmptyState } from "@/components/ui/empty-state";
import { GetThisData } from "@/components/ui/get-this-data";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { Share } from "@/components/ui/share";
import { toFeedLink } from "@/lib/atom/address-rules";
import { readHomeCountry } from "@/lib/catalogue/countries/home-data";
import {
  type MonthOfChanges,
  PRICE_CHANGES_PAGE_SIZE,
  PriceChangesQuery,
} from "@/lib/catalogue/prices/list/page-schema";
import {
  findChangeCounts,
  findChangesOfMonth,
  findLastChange,
  findMonths,
  findReadMonths,
} from "@/lib/catalogue/prices/moves/monthly/data";
import { formatBilled } from "@/lib/catalogue/prices/words";
import { findNames } from "@/lib/catalogue/search/data";
import { listMonths, writeChangesFinding, writeMonth, writeNoChanges } from "@/lib/findings/changes-rules";
import { toFollowHref } from "@/lib/mails/follows/rules";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { sendsMail } from "@/lib/platform/env";
import { countryInSentence, countryName, formatCount, formatDay, formatMonth } from "@/lib/text/format";
import type { Version } from "@/lib/versions/current";

type Props = { searchParams: Promise<SearchParams> };

const PATH = "/changes";
const TITLE = "Price changes of subscriptions, by month, product and country";
const DESCRIPTION =
  "Which subscription prices rose or fell, where, in which month, what the exchange rate did meanwhile, and what it did to the order of countries. Follow them as a feed.";
const MONTHS_DRAWN = 20;
const MONTHS_LISTED = 3;
const ROWS_OF_MONTH = 10;

async function readRequest(searchParams: Props["searchParams"]) {
  const given = await searchParams;
  const { query, refused } = readPageQuery(given, PriceChangesQuery);
  const version = await readPageVersion(given);
  const names = await findNames(version);
  const labels = new Map(names.products.map(({ slug, label }) => [slug, label]));
  if (query.product !== undefined && !labels.has(query.product)) {
    refused.push({ parameter: "product", given: query.product.slice(0, 60) });
    query.product = undefined;
  }
  return { version, query, refused, labels };
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { query, labels } = await readRequest(searchParams);
  const { product, country, month } = query;
  const subject = [
    product === undefined ? "" : ` of ${labels.get(product)}`,
    country === undefined ? "" : ` in ${countryInSentence(country)}`,
    month === undefined ? "" : `, ${formatMonth(month)}`,
  ].join("");
  return describePage({
    title: subject === "" ? TITLE : `Price changes${subject}`,
    description: DESCRIPTION,
    path: toChangesHref({ product, country, month }, ""),
    image: "/image/pages/changes.png",
    feed: toFeedLink({ product, country }, subject.trim() || "all"),
  });
}

/** A change is where one run of a history ends and the next begins. */
const toHistoryFiles = (filter: Pick<PriceChangesQuery, "product" | "country">) =>
  filter.product === undefined && filter.country === undefined
    ? { api: "/api/export?dataset=history&format=json", csv: "/api/export?dataset=history&format=csv" }
    : { api: toHref("/api/history", filter), csv: toHref("/api/history", { ...filter, format: "csv" }) };

export default async function ChangesPage({ searchParams }: Props) {
  const { version, query, refused, labels } = await readRequest(searchParams);
  const { product, country, month: chosen } = query;
  const label = (slug: string) => labels.get(slug) ?? slug;
  const filter = { product, country };
  const drawn = listMonths(version.dataDate, MONTHS_DRAWN);
  const [{ context }, months, read, counts] = await Promise.all([
    readPageContext(version),
    findMonths(version, filter),
    findReadMonths(version, filter, drawn[0] ?? ""),
    findChangeCounts(version),
  ]);
  const { code: home } = await readHomeCountry(new Set(context.summary.countries === 0 ? [] : counts.countries.keys()));
  const byMonth = new Map(months.map((one) => [one.month, one]));
  const newest = months[0];
  const shown = chosen === undefined ? months.slice(0, MONTHS_LISTED) : months.filter(({ month }) => month === chosen);
  const subject = product === undefined ? undefined : label(product);
  const told = shown[0];
  const older = months.find(({ month }) => month < (shown.at(-1)?.month ?? ""));
  const { share, data } = figureData(context, TITLE, toHistoryFiles(filter), {
    path: PATH,
    params: { ...filter, month: chosen },
    anchor: "list",
  });
  return (
    <>
      <RefusedParameters refused={refused} />
      <div className="changes-head">
        <h1 className="title">
          {told === undefined
            ? `No price change${subject === undefined ? "" : ` of ${subject}`}${country === undefined ? "" : ` in ${countryInSentence(country)}`} ${chosen === undefined ? "so far" : `in ${formatMonth(chosen)}`}`
            : writeChangesFinding(told, subject)}
        </h1>
        <Follow
          feed={toFeedLink(filter, subject ?? "all")}
          mailHref={
            product !== undefined && sendsMail()
              ? toFollowHref({ products: [product], country: country ?? null })
              : null
          }
        />
      </div>
      <MonthBars
        current={told?.month}
        bars={drawn.map((month) => ({
          month,
          countries: byMonth.get(month)?.countries.length ?? 0,
          isRead: read.has(month) || byMonth.has(month),
          href: byMonth.has(month) ? toChangesHref({ ...filter, month }) : null,
        }))}
      />
      <p className="measure">
        Countries and territories with a changed price, by month. Hatched: no price was read a second time, so that no
        change can show.
      </p>
      <Filters query={query} months={months} counts={counts} label={label} home={home} />
      {home !== null && home !== country && newest !== undefined && (
        <Yours version={version} home={home} label={label} product={product} newest={newest} />
      )}
      <div id="list">
        {shown.length === 0 && (
          <EmptyState
            level={2}
            title={
              chosen === undefined ? writeNoChanges(subject, read.size) : `Nothing changed in ${formatMonth(chosen)}.`
            }
            waysOut={[
              ...(chosen === undefined ? [] : [{ href: toChangesHref(filter), text: "All months" }]),
              ...(country === undefined
                ? []
                : [{ href: toChangesHref({ product, month: chosen }), text: "All countries" }]),
              ...(product === undefined
                ? []
                : [
                    { href: toChangesHref({ country, month: chosen }), text: "All subscriptions" },
                    { href: `/services/${product}`, text: `What ${label(product)} costs` },
                  ]),
            ]}
          />
        )}
        {
          await Promise.all(
            shown.map(async (one) => {
              const { month } = one;
              const limit = chosen === undefined ? ROWS_OF_MONTH : PRICE_CHANGES_PAGE_SIZE;
              const offset = chosen === undefined ? 0 : (query.page - 1) * PRICE_CHANGES_PAGE_SIZE;
              const changes = await findChangesOfMonth(version, filter, { month, home, limit, offset });
              return (
                <section className="change-month" key={month} aria-labelledby={`m-${month}`}>
                  <h2 className="finding finding-sub" id={`m-${month}`}>
                    {formatMonth(month)}
                  </h2>
                  <p className="measure">{writeMonth(one)}</p>
                  <ChangesTable
                    caption={`Price changes of ${formatMonth(month)}, ${home === null ? "" : `${countryName(home)} first, then `}countries with most subscriptions first`}
                    changes={changes}
                    label={label}
                    home={home}
                  />
                  {chosen === undefined ? (
                    one.prices > ROWS_OF_MONTH && (
                      <Link className="more" href={toChangesHref({ ...filter, month })}>
                        Show all {formatCount(one.prices)} of {formatMonth(month)}
                      </Link>
                    )
                  ) : (
                    <Pager
                      page={query.page}
                      pageSize={PRICE_CHANGES_PAGE_SIZE}
                      totalItems={one.prices}
                      hrefOf={(page) => toChangesHref({ ...filter, month, page })}
                      label={`Changes of ${formatMonth(month)}`}
                    />
                  )}
                </section>
              );
            }),
          )
        }
      </div>
      {older !== undefined && (
        <p className="section-near">
          <Link href={toChangesHref({ ...filter, month: older.month })}>Before that: {formatMonth(older.month)}</Link>
        </p>
      )}
      <div className="data-figure-foot data-figure-menus section-near">
        <p className="source">
          <span className="source-label">Source</span> <SourceList sources={priceSources(context.summary.sources)} /> A
          change shows only where a price was read before; most subscriptions were read once so far. Exchange rates are
          those of the day on which the new price was first seen, against those of the day on which the old one was.
        </p>
        <div className="data-figure-actions">
          <Share {...share} group="foot" />
          <GetThisData {...data} group="foot" />
        </div>
      </div>
    </>
  );
}

/** Names the last change in the reader's country and leads to the others there. */
async function Yours({
  version,
  home,
  label,
  product,
  newest,
}: {
  version: Version;
  home: string;
  label: (slug: string) => string;
  product: string | undefined;
  newest: MonthOfChanges;
}) {
  const last = await findLastChange(version, { product, country: home });
  const count = last?.firstSeenOn.startsWith(newest.month) ? " " : ` nothing in ${formatMonth(newest.month)}. `;
  return (
    <p className="yours">
      <span>
        <b>{countryName(home)}</b>:
        {last === null
          ? " no change so far."
          : `${count}Last change: ${label(last.product)}, ${formatDay(last.firstSeenOn)}, ${formatBilled({ ...last.was, period: last.period })} to ${formatBilled({ ...last.is, period: last.period })}.`}
      </span>
      {last !== null && (
        <Link href={toChangesHref({ product, country: home })}>All changes in {countryInSentence(home)}</Link>
      )}
    </p>
  );
}
