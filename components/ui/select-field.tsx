import { useId } from "react";

export type Choice = { value: string; label: string };
export type SelectFieldProps = {
  label: string;
  name: string;
  choices: readonly Choice[];
  /** Chosen value; the first choice when left out. */
  value?: string | undefined;
  /** First choice, without a value: "All regions". */
  anyLabel?: string;
  /** Inside a sentence: without a frame; the sentence before it is its label. */
  isInline?: boolean;
};

/** One of a few values, as a native select. */
export function SelectField({ label, name, choices, value, anyLabel, isInline }: SelectFieldProps) {
  const id = useId();
  const select = (
    <select className={isInline ? "select-inline" : "control"} id={id} name={name} defaultValue={value}>
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
    </div>
  );
}
