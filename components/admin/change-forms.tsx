import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { ActionButton } from "./action-button";
import { ActionSelect, ActionTextArea } from "./action-fields";
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

const BY_FILE = "as the file itself shows";
const DECIMAL = {
  label: "Decimals stand behind",
  name: "decimal",
  choices: [
    { value: ".", label: "a point: 1.299 is a little more than 1" },
    { value: ",", label: "a comma: 1.299 is more than a thousand" },
  ],
  anyLabel: BY_FILE,
};
const DATES = {
  label: "Days begin with",
  name: "dates",
  choices: [
    { value: "dmy", label: "the day: 03/04 is in April" },
    { value: "mdy", label: "the month: 03/04 is in March" },
  ],
  anyLabel: BY_FILE,
};

/** Makes a change set that undoes a published one. */
export function TakeBackForm({ id, action }: { id: number; action: FormAction }) {
  return (
    <section className="section-near">
      <h2 className="section-title">Take it back</h2>
      <ActionForm action={action} hidden={{ id: String(id) }} className="form-row" label="Take it back">
        <p className="section-note">
          Makes a change set that undoes this one, row for row, for a second person to approve. What a later version
          changed again stays as that has it, and is listed.
        </p>
        <ActionButton look="plain">Take it back</ActionButton>
      </ActionForm>
    </section>
  );
}

type RowsFormProps = { id: number; action: FormAction; leavesOut: boolean };

/** Checks again without the rows that have faults, or with all of them. */
export function RowsForm({ id, action, leavesOut }: RowsFormProps) {
  const label = leavesOut ? "Check with all rows" : "Go on without these rows";
  return (
    <ActionForm
      action={action}
      hidden={{ id: String(id), rows: leavesOut ? "all" : "good" }}
      className="form-row"
      label={label}
    >
      <p className="section-note">
        {leavesOut
          ? "Rows with faults are left out of it. With all rows it cannot be published while one of them has a fault."
          : "All other rows are checked without them. Somebody else then has to approve it, who sees which are left out, and the version says how many."}
      </p>
      <ActionButton look="plain">{label}</ActionButton>
    </ActionForm>
  );
}

type CheckFormProps = {
  id: number;
  action: FormAction;
  label: string;
  /** Answers so far about amounts and days that have two readings; null hides the questions where no file needs them. */
  reading: { decimalMark: string | null; dayOrder: string | null } | null;
};

export function CheckForm({ id, action, label, reading }: CheckFormProps) {
  return (
    <ActionForm action={action} hidden={{ id: String(id) }} className="form-row" label={label}>
      {reading && (
        <>
          <ActionSelect {...DECIMAL} value={reading.decimalMark ?? ""} />
          <ActionSelect {...DATES} value={reading.dayOrder ?? ""} />
        </>
      )}
      <ActionButton look="plain">{label}</ActionButton>
    </ActionForm>
  );
}
