"use client";

import { createContext, type ReactNode, useActionState } from "react";
import { type FormAction, type FormState, NEW_FORM } from "@/lib/staff/form-state";
import { ShownOncePanel } from "./shown-once-panel";

/** What came of the form around a field. */
export const FormResult = createContext<FormState>(NEW_FORM);

export type ActionFormProps = {
  action: FormAction;
  /** Texts that go along unseen. */
  hidden?: Readonly<Record<string, string>>;
  className?: string;
  label?: string;
  children: ReactNode;
};

/**
 * A form of the staff area, with scripts or without. Refused, it comes back as it was filled in and says why; where
 * something is shown only once, that stands in its place.
 */
export function ActionForm({ action, hidden = {}, className = "stack", label, children }: ActionFormProps) {
  const [state, submit] = useActionState(action, NEW_FORM);
  if (state.kind === "done") return <ShownOncePanel shown={state.shown} />;
  return (
    <form action={submit} className={className} aria-label={label}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {state.kind === "refused" && state.message !== null && (
        <p className="form-refusal" role="alert">
          {state.message}
        </p>
      )}
      <FormResult value={state}>{children}</FormResult>
    </form>
  );
}
