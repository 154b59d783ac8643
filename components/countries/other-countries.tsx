import { Difference } from "@/components/charts/difference";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import { ListFilter } from "@/components/ui/list-filter";
import { ShowAll } from "@/components/ui/show-all";
import type { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import type { Country } from "@/lib/catalogue/countries/schema";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { cheapestByCountry, differencePct } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { productLabel } from "@/lib/catalogue/products/rules";
import type { ProductDetail } from "@/lib/catalogue/products/schema";
import { fold } from "@/lib/catalogue/search/fold-rules";
import { toLensParams, toTaxParams } from "@/lib/catalogue/tax/lens/rules";
import type { Lens } from "@/lib/catalogue/tax/lens/schema";
import { listUsedSources } from "@/lib/dataset/rules";
import { inMonths } from "@/lib/findings/age-rules";
import { formatIncomeShare } from "@/lib/findings/lens-rules";
import { toHref } from "@/lib/pages/query";
import { baseName, compareNames, formatCount } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";
import type { IndexPlace } from "./share";

export type OtherCountriesProps = {
  countries: readonly Country[];
  place: IndexPlace;
  query: CountriesQuery;
  product: ProductDetail;
  money: Money;
  context: FigureContext;
};

const LIST = "other-countries";
const FIRST_ROWS = 12;

const UNITS: Record<Lens, (money: Money) => string> = {
  shown: ({ unit }) => unit,
  excluded: ({ unit }) => `${unit}, without tax; – where that is not known`,
  income: () => "percent of a month’s average income; – where that is not known",
};

type Row = Pick<Country, "country" | "name"> & { price: Price | undefined };

const amountOf = ({ price }: Row, lens: Lens) =>
  (lens === "income" ? price?.income_share_pct : price?.usd_monthly) ?? null;

/** `baseUsd`: what others are compared with; null where nothing is. */
function columnsFor({ lens, base, reader }: IndexPlace, baseUsd: number | null, money: Money): readonly Column<Row>[] {
  return [
    {
      key: "country",
      head: "Country",
      isRowHead: true,
      cell: ({ country: code, name }) => (
        <>
          <Link href={toHref(`/countries/${code}`, { home: reader.home, ...toLensParams(lens) })}>{name}</Link>
          <span className="code">{code}</span>
        </>
      ),
      stacked: "1 / 1",
    },
    {
      key: "price",
      head: lens === "income" ? "Share of income" : money.monthly,
      align: "end",
      cell: (row) => {
        const value = amountOf(row, lens);
        if (value === null || row.price === undefined) return "–";
        return <b>{lens === "income" ? formatIncomeShare(value) : money.price(row.price)}</b>;
      },
      stacked: "1 / 2 / 2 / 4",
    },
    ...(lens === "income" || baseUsd === null ? [] : [againstColumn(base, baseUsd)]),
  ];
}

const againstColumn = (base: string, baseUsd: number): Column<Row> => ({
  key: "against",
  head: `Against ${baseName(base)}`,
  align: "end",
  cell: ({ price }) => {
    const pct = differencePct(price?.usd_monthly ?? null, baseUsd);
    return pct !== null && <Difference pct={pct} digits={0} />;
  },
  stacked: "2 / 1 / 3 / 4",
});

/** Countries without an index, by the lowest price of the subscription that most of them have. */
export function OtherCountries({ countries, place, query, product, money, context }: OtherCountriesProps) {
  if (countries.length === 0) return null;
  const { lens, base, reader } = place;
  const lowest = new Map(cheapestByCountry(product.prices).map((price) => [price.country, price]));
  const prices = countries.flatMap(({ country: code }) => lowest.get(code) ?? []);
  const used = listUsedSources(prices, context.summary.sources);
  // Read long before that of the base: by name, and compared with nothing.
  const isLastSeen = prices.some(({ outdated, ranked }) => outdated === true && ranked !== true);
  const finding = `The other ${formatCount(countries.length)} countries and territories`;
  const rows = countries
    .map(({ country, name }): Row => ({ country, name, price: lowest.get(country) }))
    .filter(({ name }) => fold(name).includes(fold(query.q ?? "")))
    .sort((a, b) =>
      isLastSeen
        ? compareNames(a.name, b.name)
        : (amountOf(a, lens) ?? Number.POSITIVE_INFINITY) - (amountOf(b, lens) ?? Number.POSITIVE_INFINITY),
    );
  const isFolded = query.rows !== "all" && query.q === undefined && rows.length > FIRST_ROWS;
  const keep = { ...reader, ...toLensParams(lens), sort: query.sort, order: query.order };
  const label = productLabel(product);
  return (
    <section className="section">
      <Figure
        finding={finding}
        measure={`Too few subscriptions for an index, but every one has at least one price. Shown: ${label}, ${isLastSeen ? `last seen ${inMonths(prices)}, ` : ""}lowest monthly price, ${UNITS[lens](money)}.`}
        source={<SourceList sources={used} />}
        {...figureData(
          context,
          finding,
          {
            api: toHref(`/api/services/${product.product}`, { ...toTaxParams(lens), ...money.params }),
            csv: `/api/export?product=${product.product}&format=csv`,
            json: `/api/export?product=${product.product}&format=json`,
          },
          { path: "/countries", params: keep, anchor: "others" },
          used,
        )}
      >
        <ListFilter
          list={LIST}
          label="Find a country"
          action="/countries#others"
          keep={keep}
          value={query.q}
          count={countNoun(rows.length, "country", "countries")}
        >
          {query.q !== undefined && <Link href={toHref("/countries", keep, "#others")}>Show all</Link>}
        </ListFilter>
        <DataTable
          caption={`${finding}: lowest price of ${label}, ${isLastSeen ? "by name" : "lowest first"}`}
          columns={columnsFor(place, isLastSeen ? null : (lowest.get(base)?.usd_monthly ?? null), money)}
          rows={rows}
          rowKey={({ country }) => country}
          list={{ id: LIST, nameOf: ({ name }) => name, shown: isFolded ? FIRST_ROWS : undefined }}
        />
        {isFolded && (
          <ShowAll list={LIST} href={toHref("/countries", { ...keep, rows: "all" }, "#others")} count={rows.length} />
        )}
      </Figure>
    </section>
  );
}
