import { OPENED_FIELD } from "@/lib/access/keys/form-schema";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { ActionButton } from "./action-button";
import { ActionField, ActionSelect } from "./action-fields";
import { ActionForm } from "./action-form";
import { KeyFields, type KeyValues } from "./key-fields";

const OVERLAPS = [
  { value: "now", label: "not at all" },
  { value: "1h", label: "for 1 hour" },
  { value: "24h", label: "for 24 hours" },
  { value: "7d", label: "for 7 days" },
];

type FormProps = { id: string; action: FormAction };

export function KeyEditForm({ id, action, values, today }: FormProps & { values: KeyValues; today: string }) {
  return (
    <section className="section-near">
      <h2 className="section-title">Edit</h2>
      <p className="section-note">A new limit or last day is in force within five seconds.</p>
      <ActionForm
        action={action}
        hidden={{ id, [OPENED_FIELD]: JSON.stringify(toFields(values)) }}
        label="Edit the key"
      >
        <KeyFields values={values} today={today} />
        <ActionButton look="plain">Save</ActionButton>
      </ActionForm>
    </section>
  );
}

const toFields = ({ contactEmail, requestsPerMinute, lastDay, ...values }: KeyValues) => ({
  ...values,
  contact_email: contactEmail,
  requests_per_minute: requestsPerMinute,
  expires_at: lastDay,
});

export function RotateKeySection({ id, action, formId }: FormProps & { formId: string }) {
  return (
    <section className="section-near">
      <h2 className="section-title">Rotate</h2>
      <p className="section-note">
        Makes a new token, shown once. The present one goes on working for a while, so that nothing stands still while
        it is exchanged.
      </p>
      <ActionForm action={action} hidden={{ id, form_id: formId }} className="form-row" label="Rotate the token">
        <ActionSelect label="The present token still works" name="overlap" choices={OVERLAPS} value="24h" />
        <ActionButton look="plain">Make a new token</ActionButton>
      </ActionForm>
    </section>
  );
}

export function RevokeKeySection({ id, action, name }: FormProps & { name: string }) {
  return (
    <section className="section-near">
      <h2 className="section-title">Revoke</h2>
      <p className="section-note">
        Ends the key for good: within five seconds every call with one of its tokens is refused. To confirm, type its
        name: <b>{name}</b>
      </p>
      <ActionForm action={action} hidden={{ id }} className="form-row" label="Revoke the key">
        <ActionField label="Name of the key" name="confirmation" isRequired />
        <ActionButton look="plain">Revoke for good</ActionButton>
      </ActionForm>
    </section>
  );
}
