import { useId } from "react";

export type TextAreaProps = {
  label: string;
  name: string;
  defaultValue?: string | undefined;
  rows?: number;
  maxLength?: number;
  error?: string | undefined;
};

export function TextArea({ label, name, defaultValue, rows = 3, maxLength, error }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        className="control"
        id={id}
        name={name}
        rows={rows}
        maxLength={maxLength}
        defaultValue={defaultValue}
        aria-invalid={error !== undefined ? true : undefined}
        aria-describedby={error !== undefined ? `${id}-error` : undefined}
      />
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
