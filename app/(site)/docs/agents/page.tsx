import type { Metadata } from "next";
import { CodeWords } from "@/components/docs/code-words";
import { DocsSection, DocsShell } from "@/components/docs/docs-shell";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeBox } from "@/components/ui/code-box";
import { MCP_PATH } from "@/lib/agents/mcp";
import { callTool, TOOLS } from "@/lib/agents/tools";
import { describePage } from "@/lib/pages/metadata";
import { publicUrl } from "@/lib/platform/env";

const TITLE = "For agents: prices over MCP";
const DESCRIPTION =
  "A server of the Model Context Protocol: seven tools by which a language model finds, compares and follows prices of subscriptions, each answer with its source and day.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/docs/agents",
  image: "/image/pages/docs-agents.png",
});

const ASKED = { name: "find_products", arguments: { q: "chatgpt plus" } };

export default async function AgentsPage() {
  const url = publicUrl() + MCP_PATH;
  const tool = TOOLS.find(({ name }) => name === ASKED.name);
  const answer = tool && (await callTool(tool, ASKED.arguments));
  const setting = JSON.stringify({ mcpServers: { "price-atlas": { type: "http", url } } }, null, 2);
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: ASKED });
  return (
    <DocsShell
      current="/docs/agents"
      title="Ask for prices from a language model"
      deck="A server of the Model Context Protocol, without sign-up: seven tools that answer what the API answers, short enough to be read."
    >
      <DocsSection
        id="connect"
        title="Connect"
        code={
          <>
            <CodeBox title="Settings of a client">
              <CodeBlock code={setting} language="json" />
            </CodeBox>
            <CodeBox title="One call without a client">
              <CodeBlock
                code={[
                  `curl '${url}'`,
                  "-H 'Content-Type: application/json'",
                  "-H 'Accept: application/json, text/event-stream'",
                  `-d '${message}'`,
                ].join(" \\\n  ")}
                language="curl"
              />
            </CodeBox>
          </>
        }
      >
        <p>
          The address is <code>{url}</code>: streamable HTTP, no session, no sign-in. Clients of every version of the
          protocol since 2025 can use it. Each message is posted and answered by itself; GET and DELETE are a 405.
        </p>
        <p>
          Limits are those of the API: sixty messages a minute for an address, or a key’s own limit with the header{" "}
          <code>x-api-key</code>. Too many are a <a href="/docs/errors#too-many-requests">429</a>, a wrong key is a{" "}
          <a href="/docs/errors#bad-key">401</a>. A message has at most 64 kB and calls one tool.
        </p>
      </DocsSection>

      <DocsSection id="tools" title="Tools">
        <table className="endpoints">
          <caption className="visually-hidden">Tools</caption>
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col">Answers</th>
              <th scope="col" className="hide-below-56">
                Takes
              </th>
            </tr>
          </thead>
          <tbody>
            {TOOLS.map(({ name, description, input }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{description}</td>
                <td className="hide-below-56">
                  <CodeWords words={Object.keys(input.shape)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          What they take is what the <a href="/docs#endpoints">endpoints</a> of the same data take, checked by the same
          rules: a wrong value is answered with every fault at once and the nearest right one.
        </p>
      </DocsSection>

      <DocsSection
        id="answers"
        title="Answers"
        code={
          answer && (
            <CodeBox title={`${ASKED.name} ${JSON.stringify(ASKED.arguments)}`} note="text of the result">
              <CodeBlock code={JSON.stringify(JSON.parse(answer.text), null, 2)} language="json" />
            </CodeBox>
          )
        }
      >
        <p>
          A result is JSON, as text and as <code>structuredContent</code>: <code>data</code>, for lists{" "}
          <code>pagination</code>, and <code>meta</code> with the dataset version, its licence, the credit and the
          sources of the figures. Each price has its own source and day of verification.
        </p>
        <p>
          Records are short: fields of the API, those that it takes to tell a price, and the plan. A comparison has US
          dollars a month by country, ranked ones apart from the others, and with <code>currency</code> that currency
          too; a change has the fields that differ, with currency, plan, source and day of a price.{" "}
          <code>usual_ratio</code>, <code>fx_stale</code>, <code>outdated</code> and <code>reported</code> stand where
          they say something. <code>detail=full</code> gives whole records, as the endpoint does.
        </p>
        <p>
          Lists have eight records a page unless <code>page_size</code> says otherwise. An answer of more than 8,000
          tokens is not sent; one sentence says instead which parameter makes it shorter. A comparison of more than 800
          cells has its totals alone.
        </p>
        <p>
          A price is what a vendor asks, not a cost of living; <code>null</code> is missing, never zero. Without MCP,{" "}
          <a href="/llms.txt">/llms.txt</a> leads a model through the site, and{" "}
          <a href="/api/openapi.json">/api/openapi.json</a> describes the API.
        </p>
      </DocsSection>
    </DocsShell>
  );
}
