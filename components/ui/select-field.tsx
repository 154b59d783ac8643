import { useId } from "react";

export type Choice = { value: string; label: string };
export type SelectFieldProps = {
  label: string;
  name: string;
  choices: readonly Choice[];
  value?: string | undefined;
  anyLabel?: string;
  isInline?: boolean;
  error?: string | undefined;
  /** Of the form that sends it, where it is not inside it. */
  form?: string;
};

export function SelectField({ label, name, choices, value, anyLabel, isInline, form, error }: SelectFieldProps) {
  const id = useId();
  const select = (
    <select
      className={isInline ? "select-inline" : "control"}
      id={id}
      form={form}
      name={name}
      defaultValue={value}
      aria-invalid={error !== undefined ? true : undefined}
      aria-describedby={error !== undefined ? `${id}-error` : undefined}
    >
      {anyLabel !== undefined && <option value="">{anyLabel}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
  if (isInline)
    return (
      <>
        <label htmlFor={id}>{label}</label> {select}
      </>
    );
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {select}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
