import { Field } from "@/components/ui/field";

type EmailFieldProps = {
  /** Tells the reader what the address is for, and when it is erased. */
  hint: string;
  isRequired: boolean;
  value: string | undefined;
  error: string | undefined;
};

export const EMAIL_LABEL = "Your e-mail";

export const EmailField = ({ hint, isRequired, value, error }: EmailFieldProps) => (
  <div id="report-email">
    <Field
      label={`${EMAIL_LABEL} (${isRequired ? "required" : "optional"})`}
      name="email"
      type="email"
      autoComplete="email"
      defaultValue={value}
      hint={hint}
      error={error}
      isWide
    />
  </div>
);
