import type { Column } from "@/components/ui/data-table";
import type { StaffMember } from "@/lib/access/staff/roles/schema";
import { formatInstant, formatSince } from "@/lib/text/format-instant";

export function staffColumns(self: string, now: Date): Column<StaffMember>[] {
  return [
    {
      key: "email",
      head: "Person",
      cell: ({ id, email }) => (
        <>
          <a href={`/admin/staff/${id}`}>{email}</a>
          {id === self && <span className="you-tag">you</span>}
        </>
      ),
      isRowHead: true,
      stacked: "1 / 1 / 2 / 3",
    },
    { key: "role", head: "Role", cell: ({ role }) => role, stacked: "1 / 3" },
    { key: "state", head: "State", cell: (member) => describeState(member), stacked: "2 / 1 / 3 / 3" },
    {
      key: "sessions",
      head: "Signed in on",
      cell: ({ sessions }) => (sessions === 1 ? "1 device" : `${sessions} devices`),
      align: "end",
      stacked: "3 / 1 / 4 / 3",
    },
    {
      key: "last",
      head: "Last sign-in",
      unit: { before: "signed in " },
      cell: ({ lastSignInAt }) => formatSince(lastSignInAt, now),
      align: "end",
      stacked: "2 / 3",
    },
  ];
}

export function describeState({ active, hasPassword, passkeys, linkExpiresAt }: StaffMember): string {
  if (!active) return "Disabled";
  if (linkExpiresAt) return `Set-up link open until ${formatInstant(linkExpiresAt)}`;
  return hasPassword || passkeys > 0 ? "Active" : "Active, without password and passkey";
}
