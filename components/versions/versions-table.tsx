import { type Column, DataTable } from "@/components/ui/data-table";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { formatCount, formatDay } from "@/lib/text/format";
import type { VersionRecord } from "@/lib/versions/list/schema";

const orUnknown = (count: number | null) => (count === null ? "–" : formatCount(count));

const COLUMNS: readonly Column<VersionRecord>[] = [
  {
    key: "version",
    head: "Version",
    isRowHead: true,
    cell: ({ version, published_at, available, data_from, data_to, data_median }) => (
      <>
        {available ? <a href={`/services?version=${version}`}>{version}</a> : version}
        <span className="sub">
          {formatDay(published_at)}
          {data_from !== null &&
            data_to !== null &&
            data_median !== null &&
            `, ${writeReadSpan({ from: data_from, to: data_to })}, half of them by ${formatDay(data_median)}`}
          {!available && ", files only"}
        </span>
      </>
    ),
    stacked: "1 / 1 / 2 / 4",
  },
  {
    key: "prices",
    head: "Prices",
    align: "end",
    cell: ({ n_prices: prices }) => formatCount(prices),
    unit: { after: " prices" },
    stacked: "2 / 1 / 3 / 3",
  },
  {
    key: "changes",
    head: "Added, changed, ended",
    align: "end",
    cell: ({ added, changed, ended }) => [added, changed, ended].map(orUnknown).join(", "),
    unit: { after: " added, changed, ended" },
    stacked: "3 / 1 / 4 / 4",
  },
  {
    key: "corrected",
    head: "Corrected",
    align: "end",
    cell: ({ corrected, redacted, left_out }) => (
      <>
        {orUnknown(corrected)}
        {left_out > 0 && <span className="sub">{formatCount(left_out)} left out</span>}
        {redacted > 0 && <span className="sub">{formatCount(redacted)} erased</span>}
      </>
    ),
    unit: { after: " corrected" },
    stacked: "2 / 3",
  },
  {
    key: "files",
    head: "Files",
    cell: ({ version, files }) =>
      files.length === 0 ? (
        "not made yet"
      ) : (
        <details>
          <summary>
            {files.length} files<span className="visually-hidden"> of {version}, with SHA-256</span>
          </summary>
          <ul>
            {files.map(({ dataset, format, bytes, sha256 }) => (
              <li key={`${dataset}.${format}`}>
                <a href={`/api/export?dataset=${dataset}&format=${format}&version=${version}`}>
                  {dataset}.{format}
                </a>
                , {formatCount(bytes)} bytes
                <br />
                <code>{sha256}</code>
              </li>
            ))}
          </ul>
        </details>
      ),
    stacked: "4 / 1 / 5 / 4",
  },
];

export function VersionsTable({ versions }: { versions: readonly VersionRecord[] }) {
  return <DataTable caption="Published versions" columns={COLUMNS} rows={versions} rowKey={({ version }) => version} />;
}
