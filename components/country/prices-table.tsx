import { Difference } from "@/components/charts/difference";
import { EvidenceMark } from "@/components/prices/evidence-mark";
import { PagedTable } from "@/components/prices/paged-table";
import { makePriceColumns, toSortLink } from "@/components/prices/price-columns";
import { ReportMark } from "@/components/report/report-mark";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import type { Column } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import { ListFilter } from "@/components/ui/list-filter";
import {
  COUNTRY_PAGE_SIZE,
  FIRST_ROWS,
  hasDifference,
  hasUsPrice,
  type PriceSort,
  toCountryParams,
  toShownSort,
} from "@/lib/catalogue/countries/page-schema";
import { isSavingTold } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { billingName, formatBilled } from "@/lib/catalogue/prices/words";
import { categoryName } from "@/lib/catalogue/products/rules";
import { toLensParams, toTaxParams } from "@/lib/catalogue/tax/lens/rules";
import { JSON_PAGE_SIZE } from "@/lib/contract/inputs";
import { toSeriesText } from "@/lib/desk/reports/rules";
import { inMonths } from "@/lib/findings/age-rules";
import { writeLowestFinding } from "@/lib/findings/country-rules";
import { writeDistances } from "@/lib/findings/distance-rules";
import { compareSaving } from "@/lib/findings/saving-rules";
import { isBeforeSalesTax } from "@/lib/findings/tax-line-rules";
import { toCsvHref, toHref } from "@/lib/pages/query";
import { baseName, countryInSentence, countryName, formatCount, formatDay } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";
import type { CountryPage, LabelledPrice } from "./model";
import { shareCountryFigure } from "./share";

const LIST = "list";

/** `Nowhere less`, or the country where the product costs least, and what that saves. */
function Elsewhere({ row: { price }, page }: { row: LabelledPrice; page: CountryPage }) {
  const { cheapest, money, lens, context } = page;
  const { ranking, cheapest: lowest } = cheapest.get(price.product) ?? { ranking: "none", cheapest: null };
  if (lowest === null) return null;
  if (lowest.country === price.country && price.ranked !== true) return null;
  const told = { ranking, isAged: context.age !== null, isTaxFree: lens === "excluded" };
  const saving = compareSaving(price, lowest, told);
  const isSame = saving === null && told.isAged !== true && isSavingTold(ranking, price, lowest);
  if (isSame) return "nowhere less";
  const doubt =
    ranking === "uncertain" ? ", uncertain" : ranking === "last_seen" ? `, last seen ${inMonths([lowest])}` : "";
  const place = `in ${countryInSentence(lowest.country)}`;
  if (saving === null) return `${money.price(lowest)} ${place}${doubt}`;
  // Of a country before sales tax the head of the list says it.
  const tax = isBeforeSalesTax(price.country) ? "" : saving.tax;
  return (
    <>
      <b>{money.price(saving.usdMonthly)} less</b> {place}
      {tax}
    </>
  );
}

export function makeCountryColumns(page: CountryPage): readonly Column<LabelledPrice>[] {
  const { country, base, query, lens, money, context, reports } = page;
  const shown = { code: country.country, lens, base };
  const sorted = { ...query, sort: toShownSort(query.sort, shown) };
  const sortLink = toSortLink<PriceSort, typeof query>(`/countries/${country.country}`, sorted, toCountryParams);
  const { local, usd, share, verified, source } = makePriceColumns({
    money,
    sources: context.summary.sources,
    sortLink,
  });
  const baseAmount = ({ us_usd_monthly: amount }: LabelledPrice) =>
    amount === null ? "no price" : money.price(amount);
  return [
    {
      key: "product",
      head: "Subscription",
      isRowHead: true,
      sort: sortLink("product"),
      cell: ({ price, name, label }) => {
        const plan = label.startsWith(`${name} `) ? label.slice(name.length + 1) : "";
        return (
          <>
            <Link href={toHref(`/services/${price.product}`, toLensParams(lens))}>{plan ? name : label}</Link>{" "}
            <span className="plan">{plan}</span>
            <ReportMark report={reports.get(toSeriesText(price))} />
          </>
        );
      },
      stacked: "1 / 1",
    },
    {
      key: "billed",
      head: "Store, billing period",
      cell: ({ price }) => billingName(price),
      stacked: null,
      hideBelow: 64,
    },
    {
      ...local,
      cell: (row) => (
        <>
          {formatBilled(row.price)}
          {hasUsPrice(shown) && (
            <span className="only-stacked">
              {" "}
              · {countryName(base)} {baseAmount(row)}
            </span>
          )}
          <EvidenceMark price={row.price} />
        </>
      ),
    },
    usd,
    ...(hasUsPrice(shown)
      ? [
          {
            key: "us",
            head: `In ${baseName(base)}`,
            align: "end",
            sort: sortLink("us"),
            cell: baseAmount,
            stacked: null,
            hideBelow: 56,
          } as const,
        ]
      : []),
    ...(lens === "income" ? [share] : []),
    ...(hasDifference(shown)
      ? [
          {
            key: "vs",
            head: `Against ${baseName(base)}`,
            align: "end",
            sort: sortLink("vs"),
            cell: ({ pct }: LabelledPrice) => pct !== null && <Difference pct={pct} digits={0} />,
            stacked: "2 / 2 / 3 / 4",
          } as const,
        ]
      : []),
    ...(page.isOwn && lens !== "income"
      ? [
          {
            key: "elsewhere",
            head: "Cheapest, a month",
            align: "end",
            className: "elsewhere",
            cell: (row: LabelledPrice) => <Elsewhere row={row} page={page} />,
            stacked: "2 / 2 / 3 / 4",
          } as const,
        ]
      : []),
    { ...verified, head: "Read on", stacked: null },
    { ...source, stacked: null, hideBelow: 64 },
  ];
}

export function CountryPricesTable({ page }: { page: CountryPage }) {
  const { country, base, rows, found, figures, query, lens, context, sources } = page;
  const path = `/countries/${country.country}`;
  const params = toCountryParams(query);
  const { category, platform, period, q, show, page: _, ...others } = params;
  const isChosen = [category, platform, period, q].some((value) => value !== undefined);
  const cleared = toHref(path, others, "#prices");
  const api = toHref("/api/prices", {
    country: country.country,
    category,
    platform,
    period,
    page_size: JSON_PAGE_SIZE,
    ...toTaxParams(lens),
    ...page.money.params,
  });
  const hasElsewhere = page.isOwn && lens !== "income";
  const lowestCall = toHref("/api/services", {
    page_size: JSON_PAGE_SIZE,
    ...toTaxParams(lens),
    ...page.money.params,
  });
  const place = countryInSentence(country.country);
  const isCompared = country.country !== base && country.index !== null;
  const finding = isCompared
    ? writeLowestFinding(country.country, figures.lowest, { base, isTaxFree: lens === "excluded" })
    : `Every price in ${place}${page.isOwn ? ", and where it costs less" : ""}`;
  const isFolded = rows.length > FIRST_ROWS && show !== "all" && !isChosen;
  const prices = rows.map(({ price }) => price);
  const distances = writeDistances(prices);
  const listed = found - page.lastSeen.length;
  const count = countNoun(listed, "price", "prices").replace(String(listed), formatCount(listed));
  return (
    <Figure
      size="small"
      finding={finding}
      measure={writeMeasure(page, prices)}
      source={<SourceList sources={sources} lens={lens} />}
      {...figureData(
        context,
        `${country.name}: ${finding}`,
        {
          api,
          csv: toCsvHref(api),
          json: api,
          ...(hasElsewhere && { beside: { name: "Lowest price of each", path: lowestCall } }),
        },
        shareCountryFigure(page),
        sources,
      )}
      after={
        isFolded && (
          <Link className="more" href={toHref(path, { ...params, show: "all" }, "#prices")} data-more={LIST}>
            Show all {formatCount(rows.length)}
          </Link>
        )
      }
    >
      {(country.n_prices > FILTER_FROM || isChosen) && (
        <ListFilter
          list={LIST}
          label="Find a subscription"
          action={`${path}#prices`}
          keep={{ ...others, category, platform, period }}
          value={q}
          count={`${count}, sorted by ${SORT_NAMES[toShownSort(query.sort, { code: country.country, lens, base })]}`}
        >
          {isChosen && <Link href={cleared}>Show all</Link>}
        </ListFilter>
      )}
      <PagedTable
        table={{
          caption: `Prices in ${place}, sorted by ${SORT_NAMES[toShownSort(query.sort, { code: country.country, lens, base })]}, ${query.order}`,
          columns: makeCountryColumns(page),
          rows,
          rowKey: ({ price }) => `${price.product} ${price.platform} ${price.period}`,
          list: { id: LIST, nameOf: ({ label }) => label, shown: isFolded ? FIRST_ROWS : undefined },
        }}
        totalItems={listed}
        page={query.page}
        pageSize={COUNTRY_PAGE_SIZE}
        path={path}
        params={params}
        emptyTitle={q ? `Nothing found for “${q}”` : `No price in ${place} fits these filters`}
        cleared={{ href: cleared, count: country.n_prices }}
      />
      {distances !== "" && <p className="prose-small">{distances}</p>}
    </Figure>
  );
}

/** Writes the line below the finding: which prices are listed, when they were last seen if all are old, and at which rates they are converted. */
function writeMeasure(page: CountryPage, prices: readonly Price[]): string {
  const { category, platform, period, q } = toCountryParams(page.query);
  const chosen = [category && categoryName(category), platform, period, q && `“${q}”`].filter(Boolean).join(", ");
  const areLastSeen = prices.length > 0 && prices.every(({ outdated }) => outdated === true);
  const { fx_date } = page.context.summary;
  const isComparedBeforeTax = page.isOwn && page.lens === "shown" && isBeforeSalesTax(page.country.country);
  const parts = [
    `${chosen || "List prices"}${areLastSeen ? ` last seen ${inMonths(prices)}` : ""}`,
    fx_date && `at the exchange rates of ${formatDay(fx_date)}`,
    isComparedBeforeTax && "and what they cost less elsewhere, before sales tax",
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

const FILTER_FROM = 10;

const SORT_NAMES: Record<PriceSort, string> = {
  product: "name",
  category: "category",
  usd: "price a month",
  us: "price compared with",
  vs: "difference",
  verified: "day of reading",
};
