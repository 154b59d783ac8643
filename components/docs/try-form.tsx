"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { toCallPath } from "@/lib/openapi/call";

type Result = { path: string; status: string; milliseconds: number; body: string };

const SHOWN_CHARACTERS = 12_000;

/** A call that can be made. Without scripts the form opens the answer; with scripts the answer shows below it. */
export function TryForm({
  operation,
  path,
  queryNames,
  children,
}: {
  operation: string;
  path: string;
  queryNames: readonly string[];
  children: ReactNode;
}) {
  const [result, setResult] = useState<Result | null>(null);
  const [isWaiting, setWaiting] = useState(false);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    const call = toCallPath(path, queryNames, values);
    if (call === null) return;
    event.preventDefault();
    setWaiting(true);
    const started = performance.now();
    const answer = await fetch(call).then(
      async (response) => ({
        status: `${response.status} ${response.headers.get("content-type") ?? ""}`,
        text: await response.text(),
      }),
      () => ({ status: "No answer", text: "The server cannot be reached." }),
    );
    setWaiting(false);
    setResult({
      path: call,
      status: answer.status,
      milliseconds: Math.round(performance.now() - started),
      body: answer.status.includes("json") ? indent(answer.text) : answer.text,
    });
  };

  return (
    <>
      <form className="try" action="/docs/call" method="get" onSubmit={send} aria-label={`Try ${path}`}>
        <input type="hidden" name="operation" value={operation} />
        {children}
        <button className="button button-plain" type="submit" aria-disabled={isWaiting}>
          Send
        </button>
      </form>
      <div aria-live="polite">
        {result && (
          <div className="try-answer">
            <p>
              <b>{result.status}</b> in {result.milliseconds} ms, <a href={result.path}>open it</a>
            </p>
            <pre {...SCROLLABLE}>
              <code>{result.body.slice(0, SHOWN_CHARACTERS)}</code>
            </pre>
            {result.body.length > SHOWN_CHARACTERS && (
              <p>Shortened; the whole answer has {result.body.length.toLocaleString("en")} characters.</p>
            )}
          </div>
        )}
      </div>
    </>
  );
}

/** So that a keyboard can scroll a long answer. */
const SCROLLABLE = { tabIndex: 0 };

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
