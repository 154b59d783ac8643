import { writeSnippets } from "@/lib/text/snippets";
import { CodeBlock } from "./code-block";
import { Tabs } from "./tabs";

export type GetThisDataProps = {
  /** Absolute URL of the API call for what is on screen, with all its parameters. */
  apiUrl: string;
  /** Absolute URL of the same rows as a file. */
  csvUrl?: string | undefined;
  jsonUrl?: string | undefined;
  /** Day or version of the dataset, shown beside the files. */
  summary?: string;
  isOpen?: boolean;
  /** Only one menu of a group is open at a time. */
  group?: string;
};

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return decodeURIComponent(pathname) + search.replaceAll("%2C", ",");
};

/** API call behind a view, its files, and programs that fetch them. Works without scripts. */
export function GetThisData({ apiUrl, csvUrl, jsonUrl, summary, isOpen = false, group }: GetThisDataProps) {
  const tabs = writeSnippets({ apiUrl, csvUrl }).map(({ language, code }) => ({
    label: language,
    content: <CodeBlock code={code} language={language} />,
  }));
  return (
    <details className="data-figure-action" open={isOpen} name={group} data-menu="">
      <summary className="chevron">Get this data</summary>
      <div className="data-figure-panel">
        <p className="endpoint">
          <span className="verb">GET</span> <code>{pathOf(apiUrl)}</code>
        </p>
        {(csvUrl ?? jsonUrl) !== undefined && (
          <p className="files">
            Download
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
            {summary !== undefined && <span className="files-note">{summary}</span>}
          </p>
        )}
        <Tabs legend="Language" tabs={tabs} />
      </div>
    </details>
  );
}
