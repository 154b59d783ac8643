import { Difference } from "@/components/charts/difference";
import { EvidenceMark } from "@/components/prices/evidence-mark";
import { Checked } from "@/components/ui/checked";
import type { Column } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, periodName, platformName } from "@/lib/catalogue/prices/words";
import type { BrowsedProduct, BrowseQuery } from "@/lib/catalogue/products/browse-schema";
import { categoryName } from "@/lib/catalogue/products/rules";
import { sourceOf } from "@/lib/dataset/rules";
import type { SummarySource } from "@/lib/dataset/schema";
import { countryName, formatDay } from "@/lib/text/format";
import type { HrefWith } from "./browse-href";
import { ServiceName } from "./service-name";

const amountOf = (price: Price | null, money: Money) => (price?.usd_monthly == null ? "no rate" : money.amount(price));

export function browseColumns(
  query: BrowseQuery,
  money: Money,
  today: string,
  sources: readonly SummarySource[],
  hrefWith: HrefWith,
): readonly Column<BrowsedProduct>[] {
  const sort = (key: BrowseQuery["sort"], order: "ascending" | "descending") => ({
    href: hrefWith({ sort: key, page: undefined }),
    order: query.sort === key ? order : undefined,
  });
  const service: Column<BrowsedProduct> = {
    key: "service",
    head: "Subscription",
    isRowHead: true,
    sort: sort("name", "ascending"),
    cell: (product) => <ServiceName product={{ ...product, slug: product.product }} />,
    stacked: "1 / 1",
  };
  const category: Column<BrowsedProduct> = {
    key: "category",
    head: "Category",
    cell: (row) => categoryName(row.category),
    stacked: null,
    hideBelow: 72,
  };
  const us: Column<BrowsedProduct> = {
    key: "us",
    head: `US, ${money.monthly}`,
    align: "end",
    cell: (row) =>
      row.us ? (
        <>
          <span className="only-stacked">US {money.around.before}</span>
          <span className="amount">{amountOf(row.us, money)}</span>
          <span className="only-stacked">{money.around.after}</span>
        </>
      ) : (
        <span className="local">none</span>
      ),
    stacked: "1 / 2 / 2 / 4",
  };
  const against: Column<BrowsedProduct> = {
    key: "against",
    head: "Against the US",
    align: "end",
    cell: (row) => {
      const pct = row.pct_vs_us;
      if (pct === null && row.cheapest?.country !== "US") return <span className="local">no US price</span>;
      return <Difference pct={pct} digits={0} />;
    },
    stacked: "2 / 3",
  };
  const lowest = (stacked: "2 / 2"): Column<BrowsedProduct> => ({
    key: "lowest",
    head: money.monthly,
    align: "end",
    sort: sort("cheapest", "ascending"),
    unit: money.around,
    cell: ({ cheapest }) => <span className="amount">{amountOf(cheapest, money)}</span>,
    stacked,
  });
  const changed: Column<BrowsedProduct> = {
    key: "changed",
    head: "Last changed",
    align: "end",
    sort: sort("changed", "descending"),
    cell: ({ changed_on }) =>
      changed_on === null ? <span className="local">none seen</span> : <span>{formatDay(changed_on)}</span>,
    stacked: null,
    hideBelow: 72,
  };
  const verified: Column<BrowsedProduct> = {
    key: "verified",
    head: "Last verified",
    align: "end",
    cell: ({ verified_on }) => verified_on && <Checked day={verified_on} today={today} />,
    stacked: "3 / 2 / 4 / 4",
  };
  if (query.country)
    return [
      service,
      category,
      {
        key: "local",
        head: "Local price",
        align: "end",
        cell: ({ cheapest }) =>
          cheapest && (
            <>
              <span className="local">
                {formatBilled(cheapest)}
                <EvidenceMark price={cheapest} />
              </span>
              <span className="only-stacked">, {platformName(cheapest.platform)}</span>
            </>
          ),
        stacked: "2 / 1",
      },
      {
        key: "billing",
        head: "Where, how often",
        cell: ({ cheapest, n_prices: prices }) => (
          <span className="local">
            {cheapest && `${platformName(cheapest.platform)}, ${periodName(cheapest.period)}`}
            {prices > 1 && <span className="code">lowest of {prices}</span>}
          </span>
        ),
        stacked: null,
        hideBelow: 56,
      },
      lowest("2 / 2"),
      us,
      against,
      changed,
      verified,
      {
        key: "source",
        head: "Source",
        cell: ({ cheapest }) =>
          cheapest && (
            <a href={cheapest.source_url}>
              {sourceOf(cheapest.source_url, sources)?.publisher ?? new URL(cheapest.source_url).hostname}
            </a>
          ),
        stacked: "3 / 1",
        hideBelow: 72,
      },
    ];
  return [
    service,
    category,
    us,
    {
      key: "cheapest",
      head: "Cheapest in",
      cell: ({ cheapest }) =>
        cheapest && (
          <>
            <Link href={`/countries/${cheapest.country}`}>{countryName(cheapest.country)}</Link>
            <span className="sub hide-stacked">
              {formatBilled(cheapest)}
              <EvidenceMark price={cheapest} />
            </span>
          </>
        ),
      stacked: "2 / 1 / 4 / 2",
    },
    lowest("2 / 2"),
    against,
    {
      key: "dearest",
      head: "Dearest in",
      cell: ({ most_expensive }) =>
        most_expensive && (
          <>
            <Link href={`/countries/${most_expensive.country}`}>{countryName(most_expensive.country)}</Link>
            <span className="sub">
              {formatBilled(most_expensive)}
              <EvidenceMark price={most_expensive} />
            </span>
          </>
        ),
      stacked: null,
      hideBelow: 64,
    },
    {
      key: "highest",
      head: money.monthly,
      align: "end",
      cell: ({ most_expensive }) => <span className="amount">{amountOf(most_expensive, money)}</span>,
      stacked: null,
      hideBelow: 64,
    },
    {
      key: "spread",
      head: "Spread",
      align: "end",
      sort: sort("spread", "descending"),
      cell: ({ spread }) => (spread === null ? "" : `${spread.toFixed(1)}\u202f×`),
      stacked: null,
      hideBelow: 56,
    },
    {
      key: "countries",
      head: "Countries",
      align: "end",
      cell: ({ n_countries: countries }) => countries,
      stacked: null,
      hideBelow: 72,
    },
    changed,
    verified,
  ];
}
