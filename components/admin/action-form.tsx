"use client";

import { createContext, type ReactNode, useActionState, useEffect, useRef } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import {
  type FormAction,
  type FormState,
  NEW_FORM,
  type ShownOnce,
} from "@/lib/access/staff/actions/form-state-schema";
import { SessionEnded } from "./session-ended";

export const FormResult = createContext<FormState>(NEW_FORM);

export type ActionFormProps = {
  action: FormAction;
  hidden?: Readonly<Record<string, string>>;
  className?: string;
  label?: string;
  id?: string;
  /** CSS selector of the field to focus when the form appears, so that one can type at once; nothing is focused without. */
  focuses?: string | undefined;
  before?: ReactNode;
  children: ReactNode;
};

/** Form of the staff area, with or without scripts. A refused form returns as filled in and focuses the reasons. */
export function ActionForm(props: ActionFormProps) {
  const { action, hidden = {}, className = "stack", label, id, focuses, before, children } = props;
  const refusalId = toRefusalId(label ?? "");
  const [state, submit] = useActionState(action, NEW_FORM, `#${refusalId}`);
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Who has begun in the form before its script ran is left where they are.
    if (focuses === undefined || ref.current?.contains(document.activeElement)) return;
    ref.current?.querySelector<HTMLElement>(focuses)?.focus();
  }, [focuses]);
  useEffect(() => {
    if (state.kind !== "refused") return;
    const wanted = state.asks === undefined ? "[aria-invalid=true], .form-refusal" : "button";
    ref.current?.querySelector<HTMLElement>(wanted)?.focus();
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
          <p className={state.asks === undefined ? "form-refusal" : "notice"} id={refusalId} role="alert" tabIndex={-1}>
            {state.late ? (
              <SessionEnded late={state.late} kept="what you typed is still here, but for passwords" />
            ) : (
              (state.message ?? writeRefusal(Object.keys(state.errors).length))
            )}
            {state.link && (
              <>
                {" "}
                <a href={state.link.href}>{state.link.text}</a>
              </>
            )}
          </p>
        )}
        {children}
      </form>
    </FormResult>
  );
}

/** Forms without scripts are sent to an address that ends in this id. */
const toRefusalId = (label: string) => `refused-${label.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

const focus = (drawn: HTMLElement | null) => drawn?.focus();

const writeRefusal = (errors: number) => `Fix ${errors === 1 ? "1 field" : `${errors} fields`}`;

function ShownOncePanel({ shown }: { shown: ShownOnce }) {
  if (shown.kind === "link") {
    return (
      <Notice tone="action">
        <p>
          <b>This link is shown once.</b> Send it to {shown.email}: whoever opens it within 24 hours sets up the
          account.
        </p>
        <p className="once">
          <code className="once-text">{shown.link}</code>
          <CopyButton label="Copy link" className="button button-plain" />
        </p>
      </Notice>
    );
  }
  if (shown.kind === "secret") {
    return (
      <Notice tone="action">
        <p>
          <b>This secret is shown once.</b> Send it to whoever receives the webhook: it shows that what comes is ours.
        </p>
        <p className="once">
          <code className="once-text">{shown.secret}</code>
          <CopyButton label="Copy secret" className="button button-plain" />
        </p>
        <p>
          <a href={shown.keyHref}>Go to “{shown.keyName}”</a>
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="action">
      <p>
        <b>This token is shown once.</b> Copy it now; afterwards only its last four characters can be seen.
      </p>
      <p className="once">
        <code className="once-text">{shown.token}</code>
        <CopyButton label="Copy token" className="button button-plain" />
      </p>
      <p>A first call, which answers with the name and the limit of the key:</p>
      <CodeBlock code={shown.command} language="sh" />
      <p>
        <a href={shown.keyHref}>Go to “{shown.keyName}”</a>
      </p>
    </Notice>
  );
}
