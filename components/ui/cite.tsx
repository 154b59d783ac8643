import { formatDay } from "@/lib/text/format";

/** Citation line: `title` is the finding as plain text, `published` the dataset's day or instant. */
export const writeCitation = (title: string, published: string, attribution: string): string =>
  `${attribution}. “${title}”. Dataset of ${formatDay(published)}. Licence CC BY 4.0.`;

export function Cite({ citation, group }: { citation: string; group?: string }) {
  return (
    <details className="data-figure-action" name={group} data-menu="">
      <summary className="chevron">Cite</summary>
      <div className="data-figure-panel">
        <p className="citation">{citation}</p>
      </div>
    </details>
  );
}
