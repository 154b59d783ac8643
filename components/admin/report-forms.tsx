import type { ReactNode } from "react";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { WAYS } from "@/lib/desk/reports/form/schema";
import type { StaffReport } from "@/lib/desk/reports/schema";
import { REASON_NAMES } from "@/lib/desk/verify/schema";
import { ActionButton } from "./action-button";
import { ActionField, ActionSelect, ActionTextArea } from "./action-fields";
import { ActionForm } from "./action-form";
import { MANY_REPORTS_ID } from "./report-columns";

const toChoices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export function CorrectReportForm({
  report,
  action,
  today,
}: {
  report: StaffReport;
  action: FormAction;
  today: string;
}) {
  return (
    <section className="section-near" id="correct">
      <h2 className="section-title">Correct it</h2>
      <p className="section-note">
        Open the page yourself and compare. The correction goes into a change set of yours, which is checked and
        approved like any other; the report is closed when it is published.
      </p>
      <ActionForm action={action} hidden={{ id: String(report.id) }} label="Correct the price">
        <ActionSelect
          label="What to do"
          name="way"
          choices={toChoices(WAYS)}
          value={report.kind === "ended" ? "ended" : "amount"}
        />
        <div className="field-grid">
          <ActionField
            label="Amount"
            name="amount"
            defaultValue={report.amount === null ? undefined : String(report.amount)}
          />
          <ActionField label="Currency" name="currency" defaultValue={report.currency ?? report.wasCurrency} />
          <ActionField label="Day you read it" name="day" type="date" defaultValue={today} isRequired />
          <ActionField
            label="Address of the page"
            name="source_url"
            defaultValue={report.sourceUrl ?? undefined}
            isRequired
          />
        </div>
        <ActionSelect label="If the reading on record was wrong: why" name="reason" choices={toChoices(REASON_NAMES)} />
        <ActionTextArea label="Why, in public words" name="answer" maxLength={500} rows={2} />
        <ActionButton>Put into a change set</ActionButton>
      </ActionForm>
    </section>
  );
}

type CloseTickedFormProps = {
  action: FormAction;
  back: string;
  tickHref: string;
  isTicked: boolean;
  children: ReactNode;
};

/** Closes the ticked reports of a page with one reason. */
export function CloseTickedForm({ action, back, tickHref, isTicked, children }: CloseTickedFormProps) {
  return (
    <ActionForm
      id={MANY_REPORTS_ID}
      action={action}
      hidden={{ back }}
      className="many"
      label="Close the ticked reports"
      before={children}
    >
      <div>
        <h2>Close the ticked reports at once</h2>
        <p>
          Without a change, each with the same reason, which everybody can read.{" "}
          <a href={tickHref}>{isTicked ? "Untick all" : "Tick all on this page"}</a>.
        </p>
      </div>
      <ActionTextArea label="Reason, in public words" name="answer" maxLength={500} rows={2} />
      <ActionButton look="plain">Close the ticked reports</ActionButton>
    </ActionForm>
  );
}

export function CloseForm({ id, action }: { id: number; action: FormAction }) {
  return (
    <section className="section-near" id="close">
      <h2 className="section-title">Close it without a change</h2>
      <ActionForm action={action} hidden={{ id: String(id) }} label="Close the report">
        <ActionTextArea label="Reason, in public words" name="answer" maxLength={500} rows={2} />
        <ActionButton look="plain">Close the report</ActionButton>
      </ActionForm>
    </section>
  );
}
