import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import type { KeyRequest } from "@/lib/desk/key-requests/schema";
import { ActionButton } from "./action-button";
import { ActionField, ActionTextArea } from "./action-fields";
import { ActionForm } from "./action-form";

type FormProps = { request: KeyRequest; action: FormAction };

/** Stays on the page of an issued key, because it shows the token. */
export function IssueKeySection({ request, action, formId }: FormProps & { formId: string }) {
  const { id, outcome, requestsPerMinute } = request;
  return (
    <section className="section-near" id="issue">
      <h2 className="section-title">{outcome === null ? "Issue the key" : "The key was issued"}</h2>
      <ActionForm
        action={action}
        hidden={{ id: String(id), form_id: formId }}
        className="form-row"
        label="Issue the key"
      >
        {outcome === null ? (
          <>
            <ActionField
              label="Requests a minute"
              name="requests_per_minute"
              type="number"
              min={1}
              max={100_000}
              defaultValue={String(requestsPerMinute)}
              isRequired
            />
            <ActionButton>Issue the key</ActionButton>
          </>
        ) : (
          <p className="section-note">
            Its token was shown once. <a href={`/admin/keys/${request.keyId}`}>The key</a> can be given a new one.
          </p>
        )}
      </ActionForm>
    </section>
  );
}

export const RefuseKeySection = ({ request, action }: FormProps) => (
  <section className="section-near" id="refuse">
    <h2 className="section-title">Refuse it</h2>
    <ActionForm action={action} hidden={{ id: String(request.id) }} label="Refuse the key">
      <ActionTextArea label="Reason, for who asked" name="answer" maxLength={500} rows={2} />
      <ActionButton look="plain">Refuse the key</ActionButton>
    </ActionForm>
  </section>
);
