import type { FormAction } from "@/lib/access/staff/form-state-schema";
import { ActionButton } from "./action-button";
import { ActionTextArea } from "./action-fields";
import { ActionForm } from "./action-form";

type Choice = { value: "approve" | "back" | "withdraw"; label: string; text: string };
export type DecideFormProps = {
  id: number;
  digest: string | null;
  action: FormAction;
  intro: string;
  obstacle: string | null;
  choices: readonly Choice[];
};

export function DecideForm({ id, digest, action, intro, obstacle, choices }: DecideFormProps) {
  return (
    <section className="section-near" id="decide">
      <h2 className="section-title">Decide on change set {id}</h2>
      <p className="section-note">
        {intro}
        {obstacle !== null && !intro.startsWith(obstacle) && <b> {obstacle}</b>}
      </p>
      <ActionForm action={action} hidden={{ id: String(id), digest: digest ?? "" }} className="decide" label="Decide">
        <p className="section-note">
          A note is needed to send it back or to withdraw it; it is part of the audit trail.
        </p>
        <ActionTextArea label="Note" name="note" maxLength={500} />
        <ul className="ways">
          {choices.map(({ value, label, text }) => (
            <li key={value}>
              <ActionButton look={value === "approve" ? "filled" : "plain"} name="decision" value={value}>
                {label}
              </ActionButton>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </ActionForm>
    </section>
  );
}

export function CheckForm({ id, action, label }: { id: number; action: FormAction; label: string }) {
  return (
    <ActionForm action={action} hidden={{ id: String(id) }} className="form-row" label={label}>
      <ActionButton look="plain">{label}</ActionButton>
    </ActionForm>
  );
}
