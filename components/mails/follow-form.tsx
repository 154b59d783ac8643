"use client";

import { EMAIL_LABEL, EmailField } from "@/components/report/email-field";
import { PublicForm, type SendForm, Trap } from "@/components/report/public-form";
import { Button } from "@/components/ui/button";
import { type Choice, SelectField } from "@/components/ui/select-field";

type FollowFormProps = {
  /** The page of the form, where its faults are shown. */
  href: string;
  /** Slugs with commas between. */
  products: string;
  country: string | undefined;
  /** Null where the country is that of the reader's list. */
  countries: readonly Choice[] | null;
  token: string;
  send: SendForm;
};

const LABELS = { email: EMAIL_LABEL, country: "Country" };

export const AskForWordForm = ({ href, products, country, countries, token, send }: FollowFormProps) => (
  <PublicForm
    label="E-mails about changes"
    href={href}
    send={send}
    hidden={{ token, products, ...(countries === null && { country: country ?? "" }) }}
    labels={LABELS}
  >
    {({ values, errors }) => (
      <>
        {countries !== null && (
          <div id="report-country">
            <SelectField
              key={values.country}
              label={LABELS.country}
              name="country"
              choices={countries}
              value={values.country ?? country}
              anyLabel="Every country"
              error={errors.country}
            />
          </div>
        )}
        <EmailField
          hint="A mail asks you to confirm. Nothing else is sent before you do."
          isRequired
          value={values.email}
          error={errors.email}
        />
        <Trap />
        <div className="report-go">
          <Button>E-mail me</Button>
        </div>
      </>
    )}
  </PublicForm>
);
