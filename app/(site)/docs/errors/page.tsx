import type { Metadata } from "next";
import { DocsSection, DocsShell } from "@/components/docs/docs-shell";
import { MarkedText } from "@/components/docs/marked-text";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeBox } from "@/components/ui/code-box";
import { DefinitionList } from "@/components/ui/definition-list";
import { FAULT_MEANINGS, PROBLEM_KINDS, toProblemBody } from "@/lib/api/problem";
import { findExampleProblems, findGoneVersion } from "@/lib/openapi/example-problems";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { hasGuide, PROBLEM_GUIDES } from "./problem-guides";

const TITLE = "API errors";
const DESCRIPTION =
  "Every error of the API: what it means, what to do, and what the answer looks like. All are application/problem+json after RFC 9457.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/docs/errors",
  image: "/image/pages/docs-errors.png",
});

const EXAMPLE_ID = "8b5a93d0-5d63-45a9-82f2-575e6caf4ddf";

export default async function ErrorsPage() {
  const [shown, gone] = await Promise.all([readPageVersion({}).catch(() => null), findGoneVersion()]);
  const examples = await findExampleProblems(shown, gone);
  const kinds = PROBLEM_KINDS.map(({ kind, status, title }) => {
    if (!hasGuide(kind)) throw new Error(`no guide for ${kind}`);
    const guide = PROBLEM_GUIDES[kind];
    const call = [
      `${guide.method ?? "GET"} ${kind === "gone" && gone ? `/api/prices?version=${gone.version}` : guide.call}`,
      ...Object.entries(guide.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ].join(", ");
    const text = JSON.stringify(toProblemBody(examples[kind], EXAMPLE_ID), null, 2);
    return { kind, status, title, guide, call, text };
  });
  return (
    <DocsShell
      current="/docs/errors"
      title="When a call fails, the answer says why"
      deck="Every error is application/problem+json (RFC 9457) and is never cached. The address in its type leads to a section of this page."
    >
      <DocsSection id="form" title="What every error holds">
        <ul>
          <li>
            <code>type</code>, <code>title</code>, <code>status</code>: which kind it is.
          </li>
          <li>
            <code>detail</code>: what happened in this call, in a sentence.
          </li>
          <li>
            <code>instance</code>: <code>urn:uuid:</code> and the id of the request, the same as in{" "}
            <code>X-Request-Id</code>. Quote it in a report.
          </li>
          <li>
            <code>errors</code>, for bad parameters: all of them at once; a header that is refused has none.{" "}
            <code>suggestions</code>: names near the one you asked for.
          </li>
          <li>
            <code>errors[].code</code>, for programs: one of these, and others may be added.
          </li>
        </ul>
        <DefinitionList
          definitions={Object.entries(FAULT_MEANINGS).map(([code, meaning]) => ({
            key: code,
            term: <code>{code}</code>,
            meaning: <MarkedText text={meaning} />,
          }))}
        />
      </DocsSection>
      {kinds.map(({ kind, status, title, guide, call, text }) => (
        <DocsSection
          key={kind}
          id={kind}
          title={`${status} ${title}`}
          code={
            <CodeBox title={call} note={`${status} application/problem+json`}>
              <CodeBlock code={text} language="json" />
            </CodeBox>
          }
        >
          <p>
            <MarkedText text={guide.meaning} />
          </p>
          <p>
            <b>What to do.</b> <MarkedText text={guide.remedy} />
          </p>
        </DocsSection>
      ))}
    </DocsShell>
  );
}
