"use client";

import { createContext, type ReactNode, useActionState, useEffect, useRef } from "react";
import { type FormAction, type FormState, NEW_FORM } from "@/lib/access/staff/form-state-schema";
import { SessionEnded } from "./session-ended";
import { ShownOncePanel } from "./shown-once-panel";

/** Result of the form around a field. */
export const FormResult = createContext<FormState>(NEW_FORM);

export type ActionFormProps = {
  action: FormAction;
  hidden?: Readonly<Record<string, string>>;
  className?: string;
  /** Names the form, also among those of its page. */
  label?: string;
  /** For controls outside the form that belong to it. */
  id?: string;
  /** Drawn before the form: what has controls that belong to it. */
  before?: ReactNode;
  children: ReactNode;
};

/**
 * Form of the staff area, with or without scripts. A refused form returns as it was filled in, with the reasons, which
 * have the focus. A secret that is shown only once replaces the form.
 */
export function ActionForm(props: ActionFormProps) {
  const { action, hidden = {}, className = "stack", label, id, before, children } = props;
  const refusalId = toRefusalId(label ?? "");
  const [state, submit] = useActionState(action, NEW_FORM, `#${refusalId}`);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Moves the focus to the first faulty field, else to the sentence that says why nothing was done.
    if (state.kind === "refused")
      ref.current?.querySelector<HTMLElement>("[aria-invalid=true], .form-refusal")?.focus();
  }, [state]);
  if (state.kind === "done")
    return (
      <div ref={focus} tabIndex={-1}>
        <ShownOncePanel shown={state.shown} />
      </div>
    );
  return (
    <FormResult value={state}>
      {before}
      <form ref={ref} id={id} action={submit} className={className} aria-label={label}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {state.kind === "refused" && (
          <p className="form-refusal" id={refusalId} role="alert" tabIndex={-1}>
            {state.isLate ? (
              <SessionEnded kept="what you typed is still here, but for passwords" />
            ) : (
              (state.message ?? writeRefusal(Object.keys(state.errors).length))
            )}
          </p>
        )}
        {children}
      </form>
    </FormResult>
  );
}

/** Id of the sentence that says why a form was refused: forms without scripts are sent to an address that ends in it. */
const toRefusalId = (label: string) => `refused-${label.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

/** Gives the focus to what was drawn just now. */
const focus = (drawn: HTMLElement | null) => drawn?.focus();

const writeRefusal = (errors: number) =>
  `Nothing was saved: ${errors === 1 ? "one field needs" : `${errors} fields need`} a correction.`;
