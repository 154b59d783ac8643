import { Difference } from "@/components/charts/difference";
import { type FigureContext, figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { Checked } from "@/components/ui/checked";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { differencePct } from "@/lib/catalogue/prices/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { priceWord } from "@/lib/catalogue/prices/words";
import type { ProductAgainstUs } from "@/lib/catalogue/products/against-us-data";
import { categoryName } from "@/lib/catalogue/products/rules";
import { toLensParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { listUsedSources } from "@/lib/dataset/rules";
import { writeKnownServices } from "@/lib/findings/dataset-rules";
import { writeReadDays } from "@/lib/findings/read-days-rules";
import { toHref } from "@/lib/pages/query";
import { countryName } from "@/lib/text/format";

/** All three prices are known in US dollars. */
type Row = ProductAgainstUs & { us: Price; cheapest: Price; most_expensive: Price; pct: number };

const toRow = ({ us, cheapest, most_expensive, ...product }: ProductAgainstUs): Row[] => {
  const pct = differencePct(cheapest?.usd_monthly ?? null, us?.usd_monthly);
  return us && cheapest && most_expensive && pct !== null ? [{ ...product, us, cheapest, most_expensive, pct }] : [];
};

const HALF_PCT = -50;

function columnsFor(money: Money, today: string, lens: Lens): readonly Column<Row>[] {
  const amount = (price: Price) => (price.usd_monthly === null ? "" : money.amount(price));
  const place = (price: Price) => (
    <Link href={toHref(`/countries/${price.country}`, toLensParams(lens))}>{countryName(price.country)}</Link>
  );
  return [
    {
      key: "service",
      head: "Subscription",
      isRowHead: true,
      cell: ({ slug, name, plan }) => (
        <>
          <Link href={toHref(`/services/${slug}`, toLensParams(lens))}>{name}</Link>{" "}
          <span className="plan">{plan}</span>
        </>
      ),
      stacked: "1 / 1",
    },
    { key: "category", head: "Category", cell: (row) => categoryName(row.category), stacked: null, hideBelow: 72 },
    {
      key: "us",
      head: `US, ${money.monthly}`,
      align: "end",
      cell: ({ us }) => (
        <>
          <span className="only-stacked">US {money.around.before}</span>
          <span className="amount">{amount(us)}</span>
          <span className="only-stacked">{money.around.after}</span>
        </>
      ),
      stacked: "1 / 2 / 2 / 4",
    },
    { key: "cheapest", head: "Cheapest in", cell: ({ cheapest }) => place(cheapest), stacked: "2 / 1" },
    {
      key: "lowest",
      head: money.monthly,
      align: "end",
      className: "amount",
      unit: money.around,
      cell: ({ cheapest }) => amount(cheapest),
      stacked: "2 / 2",
    },
    {
      key: "pct",
      head: "Against the US",
      align: "end",
      cell: ({ pct }) => <Difference pct={pct} digits={0} />,
      stacked: "2 / 3",
    },
    {
      key: "dearest",
      head: "Dearest in",
      cell: ({ most_expensive }) => place(most_expensive),
      stacked: null,
      hideBelow: 56,
    },
    {
      key: "highest",
      head: money.monthly,
      align: "end",
      className: "amount",
      cell: ({ most_expensive }) => amount(most_expensive),
      stacked: null,
      hideBelow: 56,
    },
    {
      key: "countries",
      head: "Countries",
      align: "end",
      cell: ({ countries }) => countries,
      stacked: null,
      hideBelow: 64,
    },
    {
      key: "verified",
      head: "Last verified",
      align: "end",
      cell: ({ verified_on }) => verified_on && <Checked day={verified_on} today={today} />,
      stacked: null,
      hideBelow: 64,
    },
  ];
}

export type KnownServicesProps = {
  products: readonly ProductAgainstUs[];
  money: Money;
  lens: Lens;
  today: string;
  context: FigureContext;
};

export function KnownServicesTable({ products, money, lens, today, context }: KnownServicesProps) {
  const rows = products.flatMap(toRow);
  if (rows.length === 0) return null;
  const half = rows.filter(({ pct }) => pct < HALF_PCT).length;
  const shown = lens === "excluded" ? ", tax as shown" : "";
  const prices = rows.flatMap(({ us, cheapest, most_expensive }) => [us, cheapest, most_expensive]);
  const used = listUsedSources(prices, context.summary.sources);
  const finding = `${writeKnownServices(half, rows.length)}${shown}`;
  return (
    <section className="section">
      <Figure
        finding={finding}
        measure={`Well-known subscriptions, one plan each: lowest ${priceWord(prices)} in the country, ${money.unit}${shown}, ${writeReadDays(prices)}.`}
        source={<SourceList sources={used} />}
        {...figureData(
          context,
          finding,
          {
            api: toHref("/api/summary", money.params),
            json: toHref("/api/summary", money.params),
          },
          { path: "/", anchor: "services" },
          used,
        )}
        after={
          <Link className="more" href="/services">
            Browse all subscriptions
          </Link>
        }
      >
        <DataTable
          caption={`Well-known services: US price, cheapest and dearest country, ${money.unit}`}
          columns={columnsFor(money, today, lens)}
          rows={rows}
          rowKey={({ slug }) => slug}
        />
      </Figure>
    </section>
  );
}
