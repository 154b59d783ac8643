import { type ReactNode, useId } from "react";

export type FieldProps = {
  label: string;
  name: string;
  defaultValue?: string | undefined;
  type?: "text" | "search" | "email" | "password" | "number" | "date";
  placeholder?: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Suggestions that work without scripts. */
  suggestions?: readonly string[];
  isRequired?: boolean;
  isWide?: boolean;
  autoComplete?: string;
  min?: number | string;
  max?: number | string;
  step?: number;
};

export function Field(props: FieldProps) {
  const { label, name, defaultValue, type = "text", placeholder, hint, error, suggestions, isRequired, isWide } = props;
  const id = useId();
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={isWide ? "field field-wide" : "field"}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        className="control"
        id={id}
        name={name}
        type={type}
        defaultValue={defaultValue}
        placeholder={placeholder}
        required={isRequired}
        autoComplete={props.autoComplete}
        min={props.min}
        max={props.max}
        step={props.step}
        list={suggestions && `${id}-list`}
        aria-invalid={error !== undefined ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
