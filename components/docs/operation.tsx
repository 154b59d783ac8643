import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeBox } from "@/components/ui/code-box";
import { DefinitionList } from "@/components/ui/definition-list";
import { Field } from "@/components/ui/field";
import { SelectField } from "@/components/ui/select-field";
import type { OperationReference, Parameter } from "@/lib/openapi/reference";
import { countNoun } from "@/lib/text/words";
import { DocsSection } from "./docs-shell";
import { MarkedText } from "./marked-text";
import { printShortened } from "./print-json";

const PAGES = new Set(["page", "page_size"]);

export function Operation({
  operation,
  example,
  errorHrefOf,
}: {
  operation: OperationReference;
  example: string | undefined;
  errorHrefOf: (status: number) => string;
}) {
  const { id, anchor, path, parameters, record, otherAnswers } = operation;
  const given = new URLSearchParams(example?.split("?")[1] ?? "");
  const last = example?.split("?")[0]?.split("/").at(-1);
  const prefillOf = ({ name, in: place }: Parameter) => (place === "path" ? last : (given.get(name) ?? undefined));
  const tried = parameters.filter(({ name }) => !PAGES.has(name) || given.has(name));
  return (
    <>
      <DocsSection
        id={anchor}
        title="Parameters"
        code={
          <>
            <CodeBox title="Try it" note="opens the answer">
              <TryForm
                operation={id}
                path={path}
                queryNames={parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)}
              >
                {tried.map((parameter) =>
                  parameter.choices.length > 0 ? (
                    <SelectField
                      key={parameter.name}
                      label={parameter.name}
                      name={parameter.name}
                      anyLabel="not sent"
                      value={prefillOf(parameter) ?? ""}
                      choices={parameter.choices.map((value) => ({ value, label: value }))}
                    />
                  ) : (
                    <Field
                      key={parameter.name}
                      label={parameter.name}
                      name={parameter.name}
                      defaultValue={prefillOf(parameter)}
                      isRequired={parameter.isRequired}
                    />
                  ),
                )}
              </TryForm>
            </CodeBox>
            {operation.example !== undefined && (
              <CodeBox title="Answer" note="200, lists shortened">
                <CodeBlock code={printShortened(operation.example)} language="json" />
              </CodeBox>
            )}
          </>
        }
      >
        {parameters.length > 0 ? (
          <DefinitionList
            definitions={parameters.map(({ name, type, isRequired, meaning, choices }) => ({
              key: name,
              term: <code>{name}</code>,
              kind: `${type}${isRequired ? ", required" : ""}`,
              meaning: <MarkedText text={meaning} />,
              ...(choices.length > 0 && { example: choices.join(", ") }),
            }))}
          />
        ) : (
          <p>It has none.</p>
        )}
        <p className="doc-answers">
          Other answers:{" "}
          {otherAnswers.map(({ status, title }, i) => (
            <span key={status}>
              {i > 0 && ", "}
              {Number(status) >= 400 ? <a href={errorHrefOf(Number(status))}>{status}</a> : status}{" "}
              {title.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase()).replace(/\.$/, "")}
            </span>
          ))}
          .
        </p>
      </DocsSection>
      {record && (
        <DocsSection id="fields" title={`Fields of a ${record.name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()}`}>
          <details className="chart-table">
            <summary className="chevron">{countNoun(record.fields.length, "field", "fields")}</summary>
            <DefinitionList
              definitions={record.fields.map(({ name, type, meaning }) => ({
                key: name,
                term: <code>{name}</code>,
                kind: type,
                meaning: <MarkedText text={meaning} />,
              }))}
            />
          </details>
        </DocsSection>
      )}
    </>
  );
}

type TryFormProps = { operation: string; path: string; queryNames: readonly string[]; children: ReactNode };

/** Without scripts the form opens the answer; with components/client/try-form.ts it appears below. */
function TryForm({ operation, path, queryNames, children }: TryFormProps) {
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
