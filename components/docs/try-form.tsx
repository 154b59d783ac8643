import type { ReactNode } from "react";

export type TryFormProps = { operation: string; path: string; queryNames: readonly string[]; children: ReactNode };

/** Without scripts the form opens the answer; with components/client/try-form.ts it appears below. */
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
