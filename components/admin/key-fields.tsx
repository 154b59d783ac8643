import { type KeyScope, LATEST_LAST_DAY } from "@/lib/access/keys/schema";
import { ActionField, ActionSelect, ActionTextArea } from "./action-fields";

export type KeyValues = {
  name: string;
  owner: string;
  contactEmail: string;
  requestsPerMinute: string;
  scope: KeyScope;
  /** YYYY-MM-DD, or empty. */
  lastDay: string;
  note: string;
};

const SCOPES: readonly { value: KeyScope; label: string }[] = [
  { value: "read", label: "read" },
  { value: "collect", label: "read, and send readings as drafts" },
];

export function KeyFields({ values, today }: { values?: KeyValues; today: string }) {
  return (
    <div className="field-grid">
      <ActionField
        label="Name"
        name="name"
        defaultValue={values?.name}
        isRequired
        hint="What it is for: “Currency app, production”."
      />
      <ActionField label="Owner" name="owner" defaultValue={values?.owner} isRequired hint="Who answers for it." />
      <ActionField
        label="Contact e-mail"
        name="contact_email"
        type="email"
        defaultValue={values?.contactEmail}
        hint="To be told about problems. May be left out."
      />
      <ActionField
        label="Requests a minute"
        name="requests_per_minute"
        type="number"
        min={1}
        max={100_000}
        defaultValue={values?.requestsPerMinute ?? "600"}
        isRequired
        hint="Without a key it is 60."
      />
      <ActionSelect label="It may" name="scope" choices={SCOPES} value={values?.scope ?? "read"} />
      <ActionField
        label="Last day"
        name="expires_at"
        type="date"
        max={LATEST_LAST_DAY}
        defaultValue={values?.lastDay}
        hint={`Left empty, there is no last day and the key never expires. UTC; today is ${today}.`}
      />
      <ActionTextArea label="Note" name="note" defaultValue={values?.note} maxLength={2000} />
    </div>
  );
}
