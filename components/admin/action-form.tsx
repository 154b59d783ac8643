"use client";

import { createContext, type ReactNode, useActionState, useEffect, useRef } from "react";
import { type FormAction, type FormState, NEW_FORM } from "@/lib/access/staff/form-state-schema";
import { ShownOncePanel } from "./shown-once-panel";

/** Result of the form around a field. */
export const FormResult = createContext<FormState>(NEW_FORM);

export type ActionFormProps = {
  action: FormAction;
  hidden?: Readonly<Record<string, string>>;
  className?: string;
  label?: string;
  /** For controls outside the form that belong to it. */
  id?: string;
  children: ReactNode;
};

/**
 * Form of the staff area, with or without scripts. A refused form returns as it was filled in, with the reasons; a
 * secret that is shown only once replaces the form.
 */
export function ActionForm({ action, hidden = {}, className = "stack", label, id, children }: ActionFormProps) {
  const [state, submit] = useActionState(action, NEW_FORM);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Moves the focus to the first faulty field, else to the sentence that says why nothing was done.
    if (state.kind === "refused")
      ref.current?.querySelector<HTMLElement>("[aria-invalid=true], .form-refusal")?.focus();
  }, [state]);
  if (state.kind === "done") return <ShownOncePanel shown={state.shown} />;
  return (
    <form ref={ref} id={id} action={submit} className={className} aria-label={label}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {state.kind === "refused" && (
        <p className="form-refusal" role="alert" tabIndex={-1}>
          {state.message ?? writeRefusal(Object.keys(state.errors).length)}
        </p>
      )}
      <FormResult value={state}>{children}</FormResult>
    </form>
  );
}

const writeRefusal = (errors: number) =>
  `Nothing was saved: ${errors === 1 ? "one field needs" : `${errors} fields need`} a correction.`;
