import { DataTable } from "@/components/ui/data-table";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { Status } from "@/components/ui/status";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { formatInstant } from "@/lib/text/format-instant";
import { type Delivery, toKindField, WEBHOOK_KINDS, type WebhookFacts, type WebhookKind } from "@/lib/webhooks/schema";
import { ActionButton } from "./action-button";
import { ActionCheckbox, ActionField } from "./action-fields";
import { ActionForm } from "./action-form";
import { deliveryColumns } from "./delivery-columns";

const KIND_WORDS: Readonly<Record<WebhookKind, string>> = {
  added: "new prices",
  changed: "other amounts",
  corrected: "corrections",
  ended: "no longer listed",
  outdated: "last seen long ago",
  returned: "listed again",
  withdrawn: "withdrawn",
};

const PAUSES: Readonly<Record<NonNullable<WebhookFacts["pausedBy"]>, string>> = {
  staff: "by staff",
  failures: "after three days without a good answer",
  gone: "because its address answered 410: it is gone for good",
};

type WebhookSectionProps = {
  id: string;
  webhook: WebhookFacts | null;
  /** Scheme and host of its address. */
  place: string;
  deliveries: readonly Delivery[];
  now: Date;
  /** Null for who may only look. */
  actions: { save: FormAction; renew: FormAction; test: FormAction; turn: FormAction; remove: FormAction } | null;
  formIds: { save: string; renew: string };
};

/** Lets staff set the address that a key's holder has changes posted to, and see whether the posts arrive. */
export function WebhookSection({ id, webhook, place, deliveries, now, actions, formIds }: WebhookSectionProps) {
  if (webhook === null && actions === null) return null;
  return (
    <section className="section-near webhook" id="webhook">
      <h2 className="section-title">Webhook</h2>
      <p className="section-note">
        The changes of each version are posted to an address, as <code>/api/changes</code> has them, signed as{" "}
        <a href="/docs/programs#webhooks">Standard Webhooks</a> says. Tried again for a day; paused after three days
        without a good answer.
      </p>
      {webhook !== null && <DefinitionList definitions={describe(webhook, place, now)} />}
      {webhook !== null && actions !== null && (
        <div className="buttons">
          <ActionForm action={actions.test} hidden={{ id }} label="Send a test to the webhook">
            <ActionButton look="plain">Send a test</ActionButton>
          </ActionForm>
          <ActionForm
            action={actions.turn}
            hidden={{ id, paused: webhook.pausedAt === null ? "yes" : "no" }}
            label={`${webhook.pausedAt === null ? "Pause" : "Resume"} the webhook`}
          >
            <ActionButton look="plain">{webhook.pausedAt === null ? "Pause" : "Resume"}</ActionButton>
          </ActionForm>
          <ActionForm
            action={actions.renew}
            hidden={{ id, form_id: formIds.renew }}
            label="Make a new secret for the webhook"
          >
            <ActionButton look="plain">Make a new secret</ActionButton>
          </ActionForm>
          <ActionForm action={actions.remove} hidden={{ id }} label="Remove the webhook">
            <ActionButton look="plain">Remove</ActionButton>
          </ActionForm>
        </div>
      )}
      {actions !== null && (
        <ActionForm action={actions.save} hidden={{ id, form_id: formIds.save }} label="Webhook of the key">
          <ActionField
            label="Address"
            name="address"
            defaultValue={webhook?.address}
            isRequired
            isWide
            hint="Begins with https:// and is reached from the internet."
          />
          <fieldset>
            <legend className="field-label">What it is sent</legend>
            <div className="choices">
              {WEBHOOK_KINDS.map((kind) => (
                <ActionCheckbox
                  key={kind}
                  className="choice"
                  label={
                    <>
                      {KIND_WORDS[kind]} <code>{kind}</code>
                    </>
                  }
                  name={toKindField(kind)}
                  isChecked={webhook?.kinds.includes(kind) ?? false}
                />
              ))}
            </div>
            <p className="field-hint">
              Without a choice: prices whose amount their vendor changed. Never new exchange rates.
            </p>
          </fieldset>
          <ActionButton look="plain">{webhook === null ? "Set up the webhook" : "Save the webhook"}</ActionButton>
        </ActionForm>
      )}
      {deliveries.length > 0 && (
        <DataTable
          caption="Last deliveries, the newest first"
          isCaptionVisible
          columns={deliveryColumns(now)}
          rows={deliveries}
          rowKey={({ id }) => id}
        />
      )}
    </section>
  );
}

function describe(webhook: WebhookFacts, place: string, now: Date): Definition[] {
  const { kinds, pausedAt, pausedBy, failingSince, secretEnds } = webhook;
  const state =
    pausedAt === null || pausedBy === null ? (
      <Status
        kind={failingSince === null ? "active" : "expiring"}
        word={failingSince === null ? "Active" : "Failing"}
      />
    ) : (
      <>
        <Status kind="expired" word="Paused" /> {PAUSES[pausedBy]}, {formatInstant(pausedAt)} (UTC)
      </>
    );
  return [
    { key: "state", term: "Status", meaning: state },
    ...(failingSince === null
      ? []
      : [{ key: "failing", term: "No good answer since", meaning: `${formatInstant(failingSince)} (UTC)` }]),
    { key: "to", term: "Sent to", meaning: <span className="break">{place}</span> },
    {
      key: "kinds",
      term: "What",
      meaning: kinds.length === 0 ? "prices that vendors changed" : kinds.map((kind) => KIND_WORDS[kind]).join(", "),
    },
    ...(secretEnds !== null && secretEnds > now
      ? [{ key: "secret", term: "The secret before signs until", meaning: `${formatInstant(secretEnds)} (UTC)` }]
      : []),
  ];
}
