import type { ReactNode } from "react";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { type Answer, type QueueRow, WORK_ID } from "@/lib/desk/verify/schema";
import { ActionButton } from "./action-button";
import { ActionField } from "./action-fields";
import { ActionForm } from "./action-form";

export const MANY_FORM_ID = "many";

export const ANSWER_NAMES: Readonly<Record<Answer, string>> = {
  confirm: "Still correct",
  amount: "Another amount",
  ended: "No longer listed",
  unsure: "Cannot tell",
};

type AnswerRowFormProps = {
  row: QueueRow;
  answer: Answer;
  action: FormAction;
  today: string;
  closeHref: string;
  back: string;
  /** Where the queue is worked through: the row after this one, without an answer to this. */
  skipHref: string | null;
  title: string;
};

export function AnswerRowForm(props: AnswerRowFormProps) {
  const { row, answer, action, today, closeHref, back, skipHref, title } = props;
  return (
    <ActionForm
      action={action}
      hidden={{ price: String(row.id), answer, back }}
      className="row-fields"
      focuses={skipHref === null ? undefined : answer === "amount" ? "input[name=amount]" : `#${WORK_ID}`}
      label={`${ANSWER_NAMES[answer]}: ${title}`}
    >
      <p className="row-head">
        <b>{ANSWER_NAMES[answer]}</b>: {title}
      </p>
      {answer === "amount" && (
        <>
          <ActionField label="Amount" name="amount" hint="As the page prints it: 1.700,00 ₺" isRequired />
          <ActionField label="Currency" name="currency" defaultValue={row.currency} isRequired />
        </>
      )}
      {answer !== "unsure" && (
        <>
          <ActionField label="Day you read it" name="day" type="date" defaultValue={today} isRequired />
          <ActionField
            label="Address of the page"
            name="source_url"
            defaultValue={row.website ?? row.sourceUrl}
            isRequired
            isWide
          />
        </>
      )}
      <div className="row-go">
        {skipHref !== null && (
          <a id={WORK_ID} href={row.sourceUrl} target="_blank" rel="noreferrer">
            Open the page
          </a>
        )}
        <ActionButton>{answer === "unsure" ? "Put it off for a month" : "Put into a change set"}</ActionButton>
        {skipHref !== null && <a href={skipHref}>Skip it</a>}
        <a href={closeHref}>Close</a>
      </div>
    </ActionForm>
  );
}

type ManyFormProps = {
  action: FormAction;
  today: string;
  tickHref: string;
  back: string;
  isTicked: boolean;
  children: ReactNode;
};

export function ManyForm({ action, today, tickHref, back, isTicked, children }: ManyFormProps) {
  return (
    <ActionForm
      id={MANY_FORM_ID}
      action={action}
      hidden={{ answer: "confirm", back }}
      className="many"
      label="Confirm the ticked prices"
      before={children}
    >
      <div>
        <h2>Confirm the ticked prices at once</h2>
        <p>
          Up to 25 prices of one source, all read by you on one day at one address. They are marked as read at the desk.
          What you did not see again stays as old as it is.{" "}
          <a href={tickHref}>{isTicked ? "Untick all" : "Tick all on this page"}</a>.
        </p>
      </div>
      <div className="row-fields">
        <ActionField label="Day you read them" name="day" type="date" defaultValue={today} isRequired />
        <ActionField label="Address of the page" name="source_url" placeholder="https://" isRequired isWide />
        <div className="row-go">
          <ActionButton>Confirm the ticked prices</ActionButton>
        </div>
      </div>
    </ActionForm>
  );
}
