"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { REPORT_BOUNDS } from "@/lib/desk/reports/rules";
import { toReadingHref } from "@/lib/desk/visitors/rules";
import { countWord } from "@/lib/text/words";
import { PublicForm, type SendForm, Trap } from "./public-form";

export type ReadingFormProps = {
  product: string;
  label: string;
  country: string | undefined;
  today: string;
  countries: readonly Choice[];
  stores: readonly Choice[];
  periods: readonly Choice[];
  currencies: readonly string[];
  token: string;
  send: SendForm;
  backHref: string;
};

const LABELS: Readonly<Record<string, string>> = {
  country: "Country",
  store: "Sold on",
  amount: "What it costs",
  period: "Period",
  currency: "Currency",
  day: "Day you saw it",
  plan: "Plan",
  source_url: "Address of the page",
  license: "Licence",
};

export function ReadingForm(props: ReadingFormProps) {
  const { product, label, country, today, countries, stores, periods, currencies, token, send, backHref } = props;
  return (
    <PublicForm
      label="Tell a price"
      href={toReadingHref(product)}
      send={send}
      hidden={{ product, token }}
      labels={LABELS}
    >
      {({ values, errors }) => {
        const select = (name: string, choices: readonly Choice[], anyLabel: string, text = LABELS[name] ?? "") => {
          const value = values[name] ?? (name === "country" ? country : undefined);
          return (
            <div id={`report-${name}`}>
              <SelectField
                // React resets a select after an action; a new key creates one with the chosen value.
                key={value}
                label={text}
                name={name}
                choices={choices}
                anyLabel={anyLabel}
                value={value ?? ""}
                error={errors[name]}
              />
            </div>
          );
        };
        return (
          <>
            {select("country", countries, "Choose one", "Country (required)")}
            {select("store", stores, "Choose one", "Sold on (required)")}
            <div id="report-amount">
              <Field
                label={`What ${label} costs there (required)`}
                name="amount"
                autoComplete="off"
                defaultValue={values.amount}
                hint="As the page prints it: 349,99 ₺ / month, US$ 9.99, ₹1,49,900 a year."
                error={errors.amount}
                isWide
              />
            </div>
            {select("period", periods, "As the amount says")}
            {select(
              "currency",
              currencies.map((code) => ({ value: code, label: code })),
              "As the amount says",
            )}
            <div id="report-day">
              <Field
                label="Day you saw it (required)"
                name="day"
                type="date"
                max={today}
                defaultValue={values.day ?? today}
                error={errors.day}
              />
            </div>
            <div id="report-plan">
              <Field
                label="Plan, as the page calls it (optional)"
                name="plan"
                autoComplete="off"
                defaultValue={values.plan}
                error={errors.plan}
              />
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
            <div id="report-license">
              <label key={String(values.license)}>
                <input
                  type="checkbox"
                  name="license"
                  value="CC-BY-4.0"
                  defaultChecked={values.license !== undefined}
                  aria-invalid={errors.license ? true : undefined}
                />{" "}
                You may publish it under <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>, as read
                by a visitor, without my name (required)
              </label>
              {errors.license && <p className="field-error">{errors.license}</p>}
            </div>
            <Trap />
            <div className="report-go">
              <Button>Send the price</Button>
              <Link href={backHref}>Back to the prices</Link>
            </div>
          </>
        );
      }}
    </PublicForm>
  );
}

export const ReadingSteps = () => (
  <aside className="report-steps" aria-labelledby="reading-steps">
    <h2 id="reading-steps">What happens then</h2>
    <ol>
      <li>
        <b>Nothing is public</b> before one of us has taken it.
      </li>
      <li>
        <b>A person</b> opens the page you name and compares. Our servers never open it.
      </li>
      <li>
        <b>Taken</b>, it goes through the same checks as all data, and says that a visitor read it.
      </li>
    </ol>
    <p>
      You can send {countWord(REPORT_BOUNDS.ofAddress)} prices an hour. You need no account, and no pictures. For 90
      days a code made of your internet address is kept beside it, so that two who agree can be told from one.
    </p>
  </aside>
);
