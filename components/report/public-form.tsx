"use client";

import { type ReactNode, useActionState } from "react";
import type { FormAnswer } from "@/lib/contract/form-schema";
import { countWord } from "@/lib/text/words";

export type SendForm = (before: FormAnswer | null, form: FormData) => Promise<FormAnswer>;

type PublicFormProps = {
  label: string;
  /** Its faults are at this address. */
  href: string;
  send: SendForm;
  hidden: Readonly<Record<string, string>>;
  /** Names of the fields, for the list of faults. */
  labels: Readonly<Record<string, string>>;
  children: (given: Pick<FormAnswer, "values" | "errors">) => ReactNode;
};

/** Form for strangers, with or without scripts. A faulty one returns as filled in. */
export function PublicForm({ label, href, send, hidden, labels, children }: PublicFormProps) {
  const [answer, action] = useActionState(send, null, `${href}#report-faults`);
  const { values = {}, errors = {}, message = null } = answer ?? {};
  return (
    <form className="report" action={action} noValidate aria-label={label}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {answer && <Oops message={message} errors={errors} labels={labels} />}
      {children({ values, errors })}
    </form>
  );
}

/** Takes the focus: the form's address points at it. */
function Oops({ message, errors, labels }: Pick<FormAnswer, "message" | "errors"> & Pick<PublicFormProps, "labels">) {
  const faults = Object.entries(errors);
  return (
    <div className="oops" id="report-faults" role="alert" tabIndex={-1}>
      <h2>
        {message ??
          `Not sent yet: ${countWord(faults.length)} ${faults.length === 1 ? "answer needs" : "answers need"} a change`}
      </h2>
      {faults.length > 0 && (
        <ul>
          {faults.map(([name, text]) => (
            <li key={name}>
              <a href={`#report-${name}`}>
                {labels[name] ?? name}: {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Empty unless a robot fills it in. */
export const Trap = () => (
  <div className="trap" aria-hidden="true">
    <label>
      Leave this empty
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);
