import type { ReactNode } from "react";

export type TryFormProps = { operation: string; path: string; queryNames: readonly string[]; children: ReactNode };

/**
 * Form that makes a call. Without scripts it opens the answer; with scripts (components/client/try-form.ts) the answer
 * appears below it.
 */
export function TryForm({ operation, path, queryNames, children }: TryFormProps) {
  return (
    <>
      <form
        className="try"
        action="/docs/call"
        method="get"
        aria-label={`Try ${path}`}
        data-try-path={path}
        data-try-query={queryNames.join(" ")}
      >
        <input type="hidden" name="operation" value={operation} />
        {children}
        <button className="button button-plain" type="submit">
          Send
        </button>
      </form>
      <div aria-live="polite" />
    </>
  );
}
