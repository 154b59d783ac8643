"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import { EMAIL_LABEL, EmailField } from "./email-field";
import { PublicForm, type SendForm, Trap } from "./public-form";

const LABELS = {
  name: "Who asks",
  email: EMAIL_LABEL,
  purpose: "What it is for",
  requests_per_minute: "Requests a minute",
};

export const AskForKeyForm = ({ token, send }: { token: string; send: SendForm }) => (
  <PublicForm label="Ask for a key" href="/docs/keys" send={send} hidden={{ token }} labels={LABELS}>
    {({ values, errors }) => (
      <>
        <div id="report-name">
          <Field
            label={`${LABELS.name} (required)`}
            name="name"
            autoComplete="name"
            defaultValue={values.name}
            hint="A person or an organization: who answers for the key."
            error={errors.name}
            isWide
          />
        </div>
        <EmailField
          hint="The answer goes there. Never shown, and erased 90 days after it; a key keeps it as its contact."
          isRequired
          value={values.email}
          error={errors.email}
        />
        <div id="report-purpose">
          <TextArea
            label={`${LABELS.purpose} (required)`}
            name="purpose"
            rows={4}
            maxLength={1_000}
            defaultValue={values.purpose}
            error={errors.purpose}
          />
        </div>
        <div id="report-requests_per_minute">
          <Field
            label={`${LABELS.requests_per_minute} (required)`}
            name="requests_per_minute"
            defaultValue={values.requests_per_minute ?? "600"}
            hint="Without a key there are 60. All data at once are files, and need no key."
            error={errors.requests_per_minute}
          />
        </div>
        <Trap />
        <div className="report-go">
          <Button>Ask for the key</Button>
        </div>
      </>
    )}
  </PublicForm>
);
