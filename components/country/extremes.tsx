import { Difference } from "@/components/charts/difference";
import { makeMoneyColumns } from "@/components/prices/price-columns";
import { figureData } from "@/components/site/figure-data";
import { SourceList } from "@/components/site/source-list";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Figure } from "@/components/ui/figure";
import { Link } from "@/components/ui/link";
import type { Money } from "@/lib/catalogue/fx/money-rules";
import { priceWord } from "@/lib/catalogue/prices/words";
import { toLensParams, toTaxParams } from "@/lib/catalogue/tax/lens-rules";
import type { Lens } from "@/lib/catalogue/tax/lens-schema";
import { writeExtremesFinding } from "@/lib/findings/country-rules";
import { listReadDays, writeReadSpan } from "@/lib/findings/read-days-rules";
import { toHref } from "@/lib/pages/query";
import { capitalize } from "@/lib/text/words";
import { type CountryPage, type CountryRow, toRow } from "./model";
import { shareCountryFigure } from "./share";

function columnsFor(money: Money, lens: Lens): readonly Column<CountryRow>[] {
  const { local, usd } = makeMoneyColumns(money);
  return [
    {
      key: "product",
      head: "Subscription",
      isRowHead: true,
      cell: ({ price, label }) => <Link href={toHref(`/services/${price.product}`, toLensParams(lens))}>{label}</Link>,
      stacked: "1 / 1",
    },
    local,
    usd,
    {
      key: "pct",
      head: "Against the US",
      align: "end",
      cell: ({ pct }) => <Difference pct={pct} digits={0} />,
      stacked: "2 / 2 / 3 / 4",
    },
  ];
}

export function Extremes({ page }: { page: CountryPage }) {
  const { country, figures, lens, money, context, sources } = page;
  const without = lens === "excluded" ? ", without tax" : "";
  const [lowest, highest] = [figures.lowest.map(toRow), figures.highest.map(toRow)];
  if (figures.relatives.all < lowest.length + highest.length) return null;
  const read = listReadDays([...lowest, ...highest].map(({ price }) => price));
  const finding = `${writeExtremesFinding(lowest[0], highest[0])}${without}`;
  const api = toHref(`/api/countries/${country.code}`, { ...toTaxParams(lens), ...money.params });
  const groups = [
    { title: "Most below the US", rows: lowest },
    { title: "Most above the US", rows: highest },
  ];
  return (
    <Figure
      size="small"
      finding={finding}
      measure={`${capitalize(priceWord([...figures.lowest, ...figures.highest].map(({ price }) => price)))}s of the ${lowest.length} subscriptions at either end, same plan, store and period${without}, ${writeReadSpan(read)}.`}
      source={<SourceList sources={sources} />}
      {...figureData(
        context,
        `${country.name}: ${finding}`,
        { api, json: api },
        shareCountryFigure(page, "extremes"),
        sources,
        read,
      )}
    >
      {groups.map(({ title, rows: shown }) => (
        <DataTable
          key={title}
          caption={title}
          isCaptionVisible
          columns={columnsFor(money, lens)}
          rows={shown}
          rowKey={({ price }) => price.product}
          className="extremes"
        />
      ))}
    </Figure>
  );
}
