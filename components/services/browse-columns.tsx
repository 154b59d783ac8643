import { Difference } from "@/components/charts/difference";
import { EvidenceMark } from "@/components/prices/evidence-mark";
import type { Column } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import type { Ranking } from "@/lib/catalogue/prices/ranking/rules";
import { differencePct } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, storeName } from "@/lib/catalogue/prices/words";
import type { BrowsedProduct, BrowseQuery } from "@/lib/catalogue/products/browse/schema";
import { productLabel } from "@/lib/catalogue/products/rules";
import { inMonths } from "@/lib/findings/age-rules";
import { writeBeforeTax } from "@/lib/findings/tax-line-rules";
import { baseName, countryName } from "@/lib/text/format";
import type { HrefWith } from "./browse-href";

const amountOf = (price: Price | null, money: Money) =>
  price === null ? "no price" : price.usd_monthly === null ? "no rate" : money.price(price);

const writeRanking = (ranking: Ranking, cheapest: Price) =>
  ranking === "last_seen" ? `last seen ${inMonths([cheapest])}` : "uncertain";

type Context = { query: BrowseQuery; home: string; money: Money; hrefWith: HrefWith };

export function browseColumns({ query, home, money, hrefWith }: Context): readonly Column<BrowsedProduct>[] {
  const sort = (key: BrowseQuery["sort"], order: "ascending" | "descending") => ({
    href: `${hrefWith({ sort: key, page: undefined })}#list`,
    order: query.sort === key ? order : undefined,
  });
  return [
    {
      key: "service",
      head: "Subscription",
      isRowHead: true,
      sort: sort("name", "ascending"),
      cell: (product) => <ServiceName product={product} />,
      stacked: "1 / 1",
    },
    {
      key: "mine",
      head: `In ${baseName(home)}`,
      align: "end",
      sort: sort("mine", "ascending"),
      cell: ({ mine, website }) => (
        <>
          <span className={mine === null ? "local" : "amount"}>{amountOf(mine, money)}</span>
          {mine !== null && <span className="sub">{storeName(mine.platform, website)}</span>}
          {mine !== null && <EvidenceMark price={mine} />}
        </>
      ),
      stacked: "1 / 2 / 2 / 4",
    },
    {
      key: "lowest",
      head: query.country ? money.monthly : "Lowest",
      align: "end",
      sort: sort("cheapest", "ascending"),
      cell: ({ cheapest, ranking, website, mine }) => (
        <>
          <span className="only-stacked">{query.country ? "there " : "lowest "}</span>
          <span className="lowest">{amountOf(cheapest, money)}</span>
          {cheapest && !query.country && (
            <span className="only-stacked">
              {" "}
              in {countryName(cheapest.country)}
              {writeBeforeTax(cheapest.country, home)}
              {cheapest.platform !== mine?.platform && `, ${storeName(cheapest.platform, website)}`}
            </span>
          )}
          {ranking !== "certain" && cheapest && <span className="sub">{writeRanking(ranking, cheapest)}</span>}
        </>
      ),
      stacked: "2 / 1",
    },
    {
      key: "where",
      head: query.country ? "Local price" : "Where",
      cell: ({ cheapest, website }) =>
        cheapest && (
          <>
            {!query.country && <Link href={`/countries/${cheapest.country}`}>{countryName(cheapest.country)}</Link>}
            <span className={query.country ? "local" : "sub"}>
              {formatBilled(cheapest)}, {storeName(cheapest.platform, website)}
              {!query.country && writeBeforeTax(cheapest.country, home)}
              <EvidenceMark price={cheapest} />
            </span>
          </>
        ),
      stacked: null,
    },
    {
      key: "against",
      head: `Against ${baseName(home)}`,
      align: "end",
      sort: sort("difference", "ascending"),
      cell: ({ cheapest, mine, isSavingTold }) => {
        const pct = isSavingTold ? differencePct(cheapest?.usd_monthly ?? null, mine?.usd_monthly) : null;
        return pct !== null && cheapest?.country !== home && <Difference pct={pct} digits={0} />;
      },
      stacked: "2 / 2 / 3 / 4",
    },
    {
      key: "highest",
      head: "Highest",
      align: "end",
      sort: sort("highest", "descending"),
      cell: ({ most_expensive }) => most_expensive && amountOf(most_expensive, money),
      stacked: null,
      hideBelow: 64,
    },
    {
      key: "spread",
      head: "Times",
      align: "end",
      sort: sort("spread", "descending"),
      cell: ({ spread }) => (spread === null ? "" : `${spread.toFixed(1)}\u202f×`),
      stacked: null,
      hideBelow: 72,
    },
    {
      key: "countries",
      head: "Countries",
      align: "end",
      sort: sort("countries", "descending"),
      cell: ({ n_countries: countries }) => countries,
      stacked: null,
      hideBelow: 56,
    },
  ];
}

function ServiceName({ product }: { product: { product: string; name: string; plan: string } }) {
  const { product: slug, name } = product;
  const label = productLabel(product);
  const plan = label.startsWith(`${name} `) ? label.slice(name.length + 1) : "";
  return (
    <>
      <Link href={`/services/${slug}`}>{plan ? name : label}</Link> {plan && <span className="plan">{plan}</span>}
    </>
  );
}
