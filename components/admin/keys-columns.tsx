import { Sparkbars } from "@/components/charts/sparkbars";
import type { Column } from "@/components/ui/data-table";
import { Status } from "@/components/ui/status";
import type { KeyStatus } from "@/lib/access/keys/rules";
import { formatCount, formatDay, formatShare } from "@/lib/text/format";
import { formatInstantOfYear, formatSince } from "@/lib/text/format-instant";
import { STATUS_KINDS } from "./key-words";

export type KeyRow = {
  id: string;
  name: string;
  owner: string;
  contactEmail: string | null;
  masked: string;
  status: KeyStatus;
  overlapEndsAt: Date | null;
  revokedAt: Date | null;
  requestsPerMinute: number;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  byDay: readonly number[];
  requests: number;
  limited: number;
};

const HIGH_SHARE = 0.05;

export function keysColumns(now: Date): Column<KeyRow>[] {
  return [
    {
      key: "name",
      head: "Key",
      cell: ({ id, name }) => <a href={`/admin/keys/${id}`}>{name}</a>,
      isRowHead: true,
      className: "free-text",
      stacked: "1 / 1 / 2 / 3",
    },
    {
      key: "owner",
      head: "Owner",
      cell: ({ owner, contactEmail }) => (
        <>
          {owner}
          {contactEmail && <span className="sub">{contactEmail}</span>}
        </>
      ),
      className: "free-text",
      stacked: "2 / 1 / 3 / 3",
      hideBelow: 56,
    },
    {
      key: "token",
      head: "Token",
      cell: ({ masked }) => <code className="token">{masked}</code>,
      stacked: "3 / 1",
      hideBelow: 64,
    },
    { key: "status", head: "Status", cell: (row) => <KeyState row={row} now={now} />, stacked: "1 / 3" },
    {
      key: "limit",
      head: (
        <>
          Limit
          <br />a minute
        </>
      ),
      cell: ({ requestsPerMinute }) => (
        <>
          {formatCount(requestsPerMinute)}
          <span className="only-stacked"> a minute</span>
        </>
      ),
      align: "end",
      stacked: "2 / 3",
    },
    {
      key: "days",
      head: (
        <>
          Last 30 days,
          <br />
          each on its own scale
        </>
      ),
      cell: ({ byDay }) => <Sparkbars counts={byDay} />,
      align: "end",
      stacked: "4 / 1 / 5 / 3",
    },
    {
      key: "requests",
      head: "Requests",
      cell: ({ requests }) => formatCount(requests),
      unit: { after: " requests" },
      align: "end",
      stacked: "4 / 3",
    },
    {
      key: "refused",
      head: "Refused",
      cell: ({ requests, limited }) => <RefusedShare requests={requests} limited={limited} />,
      align: "end",
      stacked: null,
      hideBelow: 64,
    },
    {
      key: "expires",
      head: "Expires",
      cell: ({ expiresAt }) => (expiresAt ? lastDayOf(expiresAt) : <span className="muted">never</span>),
      align: "end",
      stacked: null,
      hideBelow: 72,
    },
    {
      key: "used",
      head: "Last used",
      unit: { before: "used " },
      cell: ({ lastUsedAt }) => (lastUsedAt ? formatSince(lastUsedAt, now) : <span className="muted">never</span>),
      align: "end",
      stacked: "3 / 3",
    },
  ];
}

function KeyState({ row, now }: { row: KeyRow; now: Date }) {
  const { status, overlapEndsAt, revokedAt, expiresAt } = row;
  return (
    <>
      <Status kind={STATUS_KINDS[status]} />
      {status === "rotating" && overlapEndsAt && (
        <span className="sub">old token until {formatInstantOfYear(overlapEndsAt)}</span>
      )}
      {status === "revoked" && revokedAt && <span className="sub">{formatSince(revokedAt, now)}</span>}
      {status === "expires soon" && expiresAt && <span className="sub">{lastDayOf(expiresAt)}</span>}
    </>
  );
}

function RefusedShare({ requests, limited }: { requests: number; limited: number }) {
  if (requests === 0) return <span className="muted">–</span>;
  const share = formatShare(limited / requests, 1);
  return limited / requests >= HIGH_SHARE ? <b className="dashed">{share}</b> : share;
}

/** A key expires at the end of its last day, which is the start of the next one. */
const lastDayOf = (expiresAt: Date) => formatDay(new Date(expiresAt.getTime() - 1).toISOString());
