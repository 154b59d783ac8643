import type { Metadata } from "next";
import { readCodebook } from "@/components/docs/codebook";
import { DocsSection, DocsShell } from "@/components/docs/docs-shell";
import { MarkedText } from "@/components/docs/marked-text";
import { JsonLd } from "@/components/site/json-ld";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeBox } from "@/components/ui/code-box";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Tabs } from "@/components/ui/tabs";
import type { SchemaField } from "@/lib/openapi/reference";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { toDataset } from "@/lib/pages/structured-data";
import { formatCount, formatDay } from "@/lib/text/format";
import { writeSnippets } from "@/lib/text/snippets";
import { capitalize, countWord } from "@/lib/text/words";

const TITLE = "Codebook: every column of every dataset";
const DESCRIPTION =
  "Type, unit and meaning of each column of the exports: prices, products, index, history, exchange rates, countries, differences between them, corrections and coverage. Rules for missing values, money, days and codes.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/docs/data",
  image: "/image/pages/docs-data.png",
});

const COLUMNS: readonly Column<SchemaField>[] = [
  { key: "column", head: "Column", isRowHead: true, cell: ({ name }) => <code>{name}</code>, stacked: "1 / 1 / 2 / 4" },
  { key: "type", head: "Type", className: "type", cell: ({ type }) => type, stacked: "2 / 1 / 3 / 4" },
  {
    key: "meaning",
    head: "Meaning",
    className: "meaning",
    cell: ({ meaning }) => <MarkedText text={meaning} />,
    stacked: "3 / 1 / 4 / 4",
  },
];

export default async function CodebookPage() {
  const {
    context: { base, summary },
  } = await readPageContext(await readPageVersion({}));
  const books = readCodebook();
  const columns = books.reduce((sum, book) => sum + book.columns.length, 0);
  const pathOf = (dataset: string, format: string) => `/api/export?dataset=${dataset}&format=${format}`;
  return (
    <DocsShell
      current="/docs/data"
      title={`${capitalize(countWord(books.length))} datasets, ${columns} columns`}
      deck={`Dataset ${summary.version}, published ${formatDay(summary.published_at)}: ${formatCount(summary.prices)} prices of ${summary.products} products in ${summary.countries} countries and territories. CSV, JSON, NDJSON and Parquet have the same columns.`}
    >
      <DocsSection
        id="reading"
        title="How to read the files"
        code={
          <CodeBox title="All prices">
            <Tabs
              legend="Language of the example"
              tabs={writeSnippets({
                apiUrl: base + pathOf("prices", "json"),
                csvUrl: base + pathOf("prices", "csv"),
              }).map(({ language, code }) => ({
                label: language,
                content: <CodeBlock code={code} language={language} />,
              }))}
            />
          </CodeBox>
        }
      >
        <ul>
          <li>CSV is UTF-8 with a header row, commas and CRLF (RFC 4180). An empty cell means: not known.</li>
          <li>
            Namibia’s code is <code>NA</code>. pandas and R take that for a missing value unless told otherwise; the
            lines here tell them.
          </li>
          <li>
            Money has the digits that were published; US dollars carry four decimals at most. Prices, rates and dollars
            are computed in decimals. The indexes are computed in binary floating point (IEEE 754, double precision)
            from unrounded dollars, and rounded once: percentages to three decimals, shares to four, standard errors to
            six. What is made from published figures rests on their digits: the median of a product, factors, the index
            against incomes and price levels, and in another currency all but prices themselves. Its last digit can
            differ from that of a computation without rounding.
          </li>
          <li>Days are YYYY-MM-DD, instants RFC 3339 in UTC, countries ISO 3166-1 alpha-2, currencies ISO 4217.</li>
          <li>
            A price or rate that was wrong is replaced or withdrawn by a later dataset, and everything that follows from
            it is computed again. <code>dataset=corrections</code> and <a href="/corrections">a page</a> say which, when
            and why. A withdrawn row is not a price that ended: it is as if it had never been read. Erased figures,
            taken down for their licence, are empty, with <code>erased</code>.
          </li>
          <li>
            <code>dataset=coverage</code> and <a href="/coverage">a page</a> say why a product has no price in a
            country.
          </li>
          <li>
            <a href="/bundle.zip">One zip</a> has every dataset as CSV and Parquet, with a schema of their rows, the
            licence, credits, a citation and SHA-256 sums; with <code>version=</code> those of an older dataset.
          </li>
          <li>
            Text stands in quotes, numbers do not; true and false are <code>TRUE</code> and <code>FALSE</code>. What a
            spreadsheet would take for a formula has an apostrophe before it. <code>bom=1</code> adds the mark by which
            Excel knows UTF-8.
          </li>
        </ul>
      </DocsSection>
      {books.map(({ dataset, title, rows, columns }) => (
        <DocsSection key={dataset} id={dataset} title={title}>
          <p>
            <MarkedText text={rows} /> <a href={pathOf(dataset, "csv")}>CSV</a>,{" "}
            <a href={pathOf(dataset, "json")}>JSON</a>.
          </p>
          <details className="chart-table" open={dataset === books[0]?.dataset}>
            <summary>{columns.length} columns</summary>
            <DataTable
              caption={`Columns of the dataset ${dataset}`}
              className="codebook"
              columns={COLUMNS}
              rows={columns}
              rowKey={({ name }) => name}
              rowId={({ name }) => `${dataset}-${name}`}
            />
          </details>
        </DocsSection>
      ))}
      <JsonLd
        value={toDataset(base, summary, {
          name: "Price Atlas: prices of digital subscriptions by country",
          description: DESCRIPTION,
          path: "/docs/data",
          csv: pathOf("prices", "csv"),
          json: pathOf("prices", "json"),
        })}
      />
    </DocsShell>
  );
}
