import type { Column } from "@/components/ui/data-table";
import { Status } from "@/components/ui/status";
import type { ChangeSetFacts, Preview } from "@/lib/desk/changes/schema";
import { formatCount } from "@/lib/text/format";
import { formatInstant } from "@/lib/text/format-instant";
import { listCounts, ORIGIN_NAMES, toStatus } from "./change-words";

export const CHANGE_SET_COLUMNS: readonly Column<ChangeSetFacts>[] = [
  {
    key: "title",
    head: "Change set",
    isRowHead: true,
    cell: ({ id, title }) => (
      <>
        <a href={`/admin/changes/${id}`}>{title}</a>
        <span className="sub">No. {id}</span>
      </>
    ),
    stacked: "1 / 1 / 2 / 3",
  },
  {
    key: "author",
    head: "Made by",
    cell: ({ author, createdAt, origin }) => (
      <>
        {author}
        <span className="sub">
          {ORIGIN_NAMES[origin]}, {formatInstant(createdAt)}
        </span>
      </>
    ),
    stacked: "2 / 1 / 3 / 4",
  },
  { key: "rows", head: "Rows", cell: ({ preview }) => <Counts preview={preview} />, stacked: "3 / 1 / 4 / 4" },
  {
    key: "why",
    head: "Why a second person",
    cell: ({ reasons, state, version, failure }) =>
      failure ?? (state === "published" ? `version ${version}` : reasons.length > 0 ? reasons.join(" ") : "–"),
    stacked: "4 / 1 / 5 / 4",
  },
  {
    key: "state",
    head: "State",
    cell: (set) => <Status {...toStatus(set)} />,
    stacked: "1 / 3",
  },
];

function Counts({ preview }: { preview: Preview | null }) {
  if (preview === null) return <span className="muted">not checked</span>;
  return (
    <ul className="counts-line">
      {listCounts(preview).map(({ name, count }) => (
        <li key={name} className={count === 0 ? "muted" : undefined}>
          <b>{formatCount(count)}</b> {name.toLowerCase()}
        </li>
      ))}
    </ul>
  );
}
