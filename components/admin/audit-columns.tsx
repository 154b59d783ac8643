import type { Column } from "@/components/ui/data-table";
import { describeAction } from "@/lib/access/audit/words-rules";
import { formatSecond } from "@/lib/text/format-instant";

export type AuditRow = {
  id: number;
  at: Date;
  actor: string;
  action: string;
  targetType: string;
  targetId: string | null;
  targetName: string | null;
  before: unknown;
  after: unknown;
  address: string | null;
};

export const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
  {
    key: "at",
    head: "When (UTC)",
    cell: ({ at }) => <time dateTime={at.toISOString()}>{formatSecond(at)}</time>,
    className: "nowrap",
    stacked: "1 / 3",
  },
  { key: "actor", head: "Who", cell: ({ actor }) => actor, className: "free-text", stacked: "2 / 1 / 3 / 4" },
  {
    key: "action",
    head: "What",
    cell: ({ action }) => describeAction(action),
    isRowHead: true,
    stacked: "1 / 1 / 2 / 3",
  },
  { key: "target", head: "On", cell: (row) => <Target row={row} />, className: "free-text", stacked: "3 / 1 / 4 / 4" },
  {
    key: "change",
    head: "Before and after",
    cell: ({ before, after }) => <Changes before={toFields(before)} after={toFields(after)} />,
    stacked: "4 / 1 / 5 / 4",
  },
  {
    key: "address",
    head: "Address",
    cell: ({ address }) => address ?? <span className="muted">–</span>,
    stacked: null,
    hideBelow: 56,
  },
];

function Target({ row: { targetType, targetId, targetName } }: { row: AuditRow }) {
  if (targetName === null) return targetType;
  if (targetId === null || targetType === "session") return targetName;
  const folder = FOLDERS[targetType];
  return folder === undefined ? targetName : <a href={`/admin/${folder}/${targetId}`}>{targetName}</a>;
}

const FOLDERS: Readonly<Record<string, string>> = {
  key: "keys",
  staff: "staff",
  change: "changes",
  report: "reports",
  request: "keys/requests",
};

type Fields = ReadonlyMap<string, string>;

function Changes({ before, after }: { before: Fields; after: Fields }) {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  if (names.length === 0) return <span className="muted">–</span>;
  return (
    <dl className="audit-change">
      {names.map((name) => {
        const old = before.get(name);
        const now = after.get(name);
        return (
          <div key={name}>
            <dt>{name}</dt>{" "}
            <dd>{old === undefined ? now : now === undefined ? `${old} → nothing` : `${old} → ${now}`}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function toFields(json: unknown): Fields {
  const entries = typeof json === "object" && json !== null ? Object.entries(json) : [];
  return new Map(entries.map(([name, value]) => [name, value === null ? "nothing" : String(value)]));
}
