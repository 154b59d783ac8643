"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { REPORT_BOUNDS, REPORT_KINDS, toReportHref } from "@/lib/desk/reports/rules";
import type { SeriesKey } from "@/lib/desk/reports/schema";
import { countWord } from "@/lib/text/words";
import { EMAIL_LABEL, EmailField } from "./email-field";
import { PublicForm, type SendForm, Trap } from "./public-form";

export type ReportPriceFormProps = {
  series: SeriesKey;
  token: string;
  currencies: readonly string[];
  /** `a month`, `a year`. */
  unit: string;
  send: SendForm;
  backHref: string;
};

const LABELS: Readonly<Record<string, string>> = {
  kind: "What is wrong",
  amount: "Right amount",
  currency: "Currency",
  source_url: "Address of the page",
  email: EMAIL_LABEL,
};

export function ReportPriceForm({ series, token, currencies, unit, send, backHref }: ReportPriceFormProps) {
  return (
    <PublicForm
      label="Report a price"
      href={toReportHref(series)}
      send={send}
      hidden={{ ...series, token }}
      labels={LABELS}
    >
      {({ values, errors }) => (
        <>
          <fieldset className={errors.kind ? "pick-one has-error" : "pick-one"} id="report-kind">
            <legend>
              What is wrong? <span>required</span>
            </legend>
            {errors.kind && <p className="field-error">{errors.kind}</p>}
            {Object.entries(REPORT_KINDS).map(([value, text]) => (
              <label key={value}>
                <input type="radio" name="kind" value={value} defaultChecked={values.kind === value} />{" "}
                <span>{text}</span>
              </label>
            ))}
          </fieldset>
          <div className="pair" id="report-amount">
            <Field
              label={`Right amount ${unit}`}
              name="amount"
              defaultValue={values.amount}
              hint="As the page shows it, tax as shown there. Leave it empty if it is no longer sold."
              error={errors.amount}
            />
            <label className="report-currency">
              <span className="field-label">Currency</span>
              <select className="control" name="currency" defaultValue={values.currency ?? currencies[0]}>
                {currencies.map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </select>
            </label>
          </div>
          <div id="report-source_url">
            <Field
              label="Address of the page where you saw it (required)"
              name="source_url"
              defaultValue={values.source_url}
              hint="A public page of the vendor or the shop."
              error={errors.source_url}
              isWide
            />
          </div>
          <EmailField
            hint="Only for questions about this report. Never shown, and erased 90 days after the report is closed."
            isRequired={false}
            value={values.email}
            error={errors.email}
          />
          <Trap />
          <div className="report-go">
            <Button>Send the report</Button>
            <Link href={backHref}>Back to the prices</Link>
          </div>
        </>
      )}
    </PublicForm>
  );
}

export function ReportSteps({ title }: { title: string }) {
  return (
    <aside className="report-steps" aria-labelledby="report-steps">
      <h2 id="report-steps">{title}</h2>
      <ol>
        <li>
          <b>At once</b> the price row says “reported”. The amount stays as it is.
        </li>
        <li>
          <b>A person</b> opens the page you name and compares. Our servers never open it.
        </li>
        <li>
          <b>The correction</b> goes through the same checks as all data, or the report is closed with a reason that
          everybody can read.
        </li>
      </ol>
      <p>You can send {countWord(REPORT_BOUNDS.ofAddress)} reports an hour. You need no account and no files.</p>
    </aside>
  );
}
