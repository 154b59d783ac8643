import { Checked } from "@/components/ui/checked";
import type { Column } from "@/components/ui/data-table";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatBilled, periodName, platformName } from "@/lib/catalogue/prices/words";
import { countryName, formatCount, formatDay } from "@/lib/text/format";
import { formatInstant } from "@/lib/text/format-instant";

export type VersionRow = {
  version: string;
  publishedAt: Date;
  prices: number;
  products: number;
  countries: number;
  endedSeries: number;
  fxDate: Date | null;
};
export type ImportRow = {
  id: number;
  fileName: string;
  format: string;
  added: number;
  changed: number;
  confirmed: number;
  finishedAt: Date;
  importedBy: string;
  version: { version: string };
};

const count = <Row,>(
  key: string,
  head: string,
  read: (row: Row) => number,
  stacked: Column<Row>["stacked"],
): Column<Row> => ({
  key,
  head,
  align: "end",
  stacked: stacked ?? null,
  cell: (row) => (
    <>
      {formatCount(read(row))}
      <span className="only-stacked"> {head.toLowerCase()}</span>
    </>
  ),
});

export const VERSION_COLUMNS: readonly Column<VersionRow>[] = [
  { key: "version", head: "Version", cell: ({ version }) => version, isRowHead: true, stacked: "1 / 1 / 2 / 3" },
  { key: "at", head: "Published (UTC)", cell: (row) => formatInstant(row.publishedAt), stacked: "1 / 3" },
  count("prices", "Prices", ({ prices }) => prices, "2 / 1"),
  count("products", "Products", ({ products }) => products, "2 / 3"),
  count("countries", "Countries", ({ countries }) => countries, "3 / 1"),
  count("ended", "Ended", ({ endedSeries }) => endedSeries, "3 / 3"),
  {
    key: "rates",
    head: "Rates of",
    cell: ({ fxDate }) => (fxDate ? formatDay(fxDate.toISOString()) : "–"),
    align: "end",
    stacked: null,
  },
];

export const IMPORT_COLUMNS: readonly Column<ImportRow>[] = [
  { key: "file", head: "File", cell: ({ fileName }) => fileName, isRowHead: true, stacked: "1 / 1 / 2 / 3" },
  { key: "format", head: "Format", cell: ({ format }) => format, stacked: "2 / 1 / 3 / 3", hideBelow: 56 },
  { key: "version", head: "Version", cell: ({ version }) => version.version, stacked: "1 / 3" },
  count("added", "Added", ({ added }) => added, "3 / 1"),
  count("changed", "Changed", ({ changed }) => changed, "3 / 3"),
  count("confirmed", "Confirmed", ({ confirmed }) => confirmed, null),
  { key: "by", head: "By", cell: ({ importedBy }) => importedBy, stacked: "4 / 1 / 5 / 3", hideBelow: 64 },
  { key: "at", head: "Finished (UTC)", cell: (row) => formatInstant(row.finishedAt), align: "end", stacked: "4 / 3" },
];

/** Ages count to `today` (YYYY-MM-DD). */
export function oldestColumns(today: string): Column<Price>[] {
  return [
    {
      key: "product",
      head: "Product",
      cell: ({ product }) => <a href={`/services/${product}`}>{product}</a>,
      isRowHead: true,
      stacked: "1 / 1 / 2 / 3",
    },
    { key: "country", head: "Country", cell: ({ country }) => countryName(country), stacked: "2 / 1 / 3 / 3" },
    {
      key: "terms",
      head: "Platform and period",
      cell: ({ platform, period }) => `${platformName(platform)}, ${periodName(period)}`,
      stacked: "3 / 1 / 4 / 3",
    },
    {
      key: "amount",
      head: "Price",
      cell: formatBilled,
      align: "end",
      stacked: "1 / 3",
    },
    {
      key: "source",
      head: "Source",
      cell: ({ source_url: url }) => <a href={url}>{new URL(url).hostname}</a>,
      stacked: "3 / 3",
      hideBelow: 56,
    },
    {
      key: "checked",
      head: "Checked",
      cell: ({ verified_on: day }) => <Checked day={day} today={today} />,
      align: "end",
      stacked: "2 / 3",
    },
  ];
}
