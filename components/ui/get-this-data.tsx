import { writeSnippets } from "@/lib/text/snippets";
import { CodeBlock } from "./code-block";
import { Tabs } from "./tabs";

export type GetThisDataProps = {
  apiUrl: string;
  csvUrl?: string | undefined;
  jsonUrl?: string | undefined;
  /** For spreadsheets, with names. */
  table?: { xlsx: string; csv: string } | undefined;
  /** The call of a column that the first one does not answer. */
  beside?: { name: string; url: string } | undefined;
  /** Only one menu of a group is open at a time. */
  group?: string;
};

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return decodeURIComponent(pathname) + search.replaceAll("%2C", ",");
};

export function GetThisData({ apiUrl, csvUrl, jsonUrl, table, beside, group }: GetThisDataProps) {
  const tabs = writeSnippets({ apiUrl, csvUrl }).map(({ language, code }) => ({
    label: language,
    content: <CodeBlock code={code} language={language} />,
  }));
  return (
    <details className="data-figure-action" name={group} data-menu="">
      <summary className="chevron">Get this data</summary>
      <div className="data-figure-panel">
        {table && (
          <p className="files">
            For a spreadsheet
            <a href={table.xlsx} download>
              Excel
            </a>
            <a href={table.csv} download>
              CSV
            </a>
          </p>
        )}
        <p className="endpoint">
          <span className="verb">GET</span> <code>{pathOf(apiUrl)}</code>
        </p>
        {beside && (
          <p className="endpoint">
            {beside.name}: <span className="verb">GET</span> <code>{pathOf(beside.url)}</code>
          </p>
        )}
        {(csvUrl ?? jsonUrl) !== undefined && (
          <p className="files">
            {table ? "For programs" : "Download"}
            {csvUrl !== undefined && (
              <a href={csvUrl} download>
                CSV
              </a>
            )}
            {jsonUrl !== undefined && (
              <a href={jsonUrl} download>
                JSON
              </a>
            )}
          </p>
        )}
        <Tabs legend="Language" tabs={tabs} />
      </div>
    </details>
  );
}
