import type { Column } from "@/components/ui/data-table";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import type { StaffSession } from "@/lib/access/staff/roles/schema";
import { formatInstant } from "@/lib/text/format-instant";
import { ActionButton } from "./action-button";
import { ActionForm } from "./action-form";

export function sessionColumns(current: string, end: FormAction): Column<StaffSession>[] {
  return [
    {
      key: "at",
      head: "Signed in (UTC)",
      isRowHead: true,
      cell: ({ id, at }) => (
        <>
          {formatInstant(at)}
          {id === current && <span className="you-tag">this device</span>}
        </>
      ),
      stacked: "1 / 1 / 2 / 3",
    },
    { key: "from", head: "From", cell: ({ address }) => address ?? "–", stacked: "2 / 1 / 3 / 3" },
    { key: "until", head: "Ends (UTC)", cell: ({ expiresAt }) => formatInstant(expiresAt), stacked: "3 / 1 / 4 / 3" },
    {
      key: "end",
      head: <span className="visually-hidden">Action</span>,
      align: "end",
      cell: ({ id, at }) =>
        id === current ? (
          "–"
        ) : (
          <ActionForm
            action={end}
            hidden={{ id }}
            className="form-row"
            label={`End the sign-in of ${formatInstant(at)}`}
          >
            <ActionButton look="plain">End</ActionButton>
          </ActionForm>
        ),
      stacked: "1 / 3",
    },
  ];
}
