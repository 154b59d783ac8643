import type { FormAction } from "@/lib/access/staff/form-state-schema";
import type { FeedState } from "@/lib/desk/refresh/schema";
import { ActionButton } from "./action-button";
import { ActionCheckbox, ActionField } from "./action-fields";
import { ActionForm } from "./action-form";

type FeedFormsProps = { feeds: readonly FeedState[]; action: FormAction; approve: FormAction };

export function FeedForms({ feeds, action, approve }: FeedFormsProps) {
  return (
    <>
      {feeds.map(
        ({ id, name, newAddress }) =>
          newAddress !== null && (
            <ActionForm
              key={id}
              action={approve}
              hidden={{ id, address: newAddress }}
              className="form-row"
              label={`New address of ${name}`}
            >
              <p>
                A new address of {name} waits for an owner who did not set it: <code>{newAddress}</code>
              </p>
              <ActionButton look="plain">Approve the address</ActionButton>
            </ActionForm>
          ),
      )}
      <details className="feed-settings">
        <summary>Settings of the sources</summary>
        {feeds.map(({ id, name, address, cadenceDays, autoPublish }) => (
          <ActionForm key={id} action={action} hidden={{ id }} className="form-row" label={`Settings of ${name}`}>
            <h3>{name}</h3>
            <ActionField label="Address" name="address" defaultValue={address} isRequired isWide />
            <ActionField
              label="Cadence in days"
              name="cadence_days"
              type="number"
              min={1}
              max={400}
              defaultValue={String(cadenceDays)}
              isRequired
            />
            <ActionCheckbox className="choice" label="Publishes itself" name="auto_publish" isChecked={autoPublish} />
            <ActionButton look="plain">Save</ActionButton>
          </ActionForm>
        ))}
      </details>
    </>
  );
}
