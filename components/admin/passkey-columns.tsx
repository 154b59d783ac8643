import type { Column } from "@/components/ui/data-table";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import type { Passkey } from "@/lib/access/staff/passkeys/schema";
import { formatInstant } from "@/lib/text/format-instant";
import { ActionButton } from "./action-button";
import { ActionForm } from "./action-form";

export function passkeyColumns(remove: FormAction): Column<Passkey>[] {
  return [
    { key: "name", head: "Passkey", isRowHead: true, cell: ({ name }) => name, stacked: "1 / 1 / 2 / 3" },
    {
      key: "added",
      head: "Added (UTC)",
      unit: { before: "added " },
      cell: ({ createdAt }) => formatInstant(createdAt),
      stacked: "2 / 1 / 3 / 3",
    },
    {
      key: "used",
      head: "Last used (UTC)",
      unit: { before: "last used " },
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? "never" : formatInstant(lastUsedAt)),
      stacked: "3 / 1 / 4 / 3",
    },
    {
      key: "remove",
      head: <span className="visually-hidden">Action</span>,
      align: "end",
      cell: ({ id, name }) => (
        <ActionForm action={remove} hidden={{ id }} className="form-row" label={`Remove the passkey ${name}`}>
          <ActionButton look="plain">Remove</ActionButton>
        </ActionForm>
      ),
      stacked: "1 / 3",
    },
  ];
}
