import type { Metadata } from "next";
import { listPrices } from "@/app/api/prices/contract";
import { CodeWords } from "@/components/docs/code-words";
import { DocsSection, DocsShell } from "@/components/docs/docs-shell";
import { printShortened } from "@/components/docs/print-json";
import { ProgramBox } from "@/components/docs/program-box";
import { writeExamples } from "@/components/docs/programs";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeBox } from "@/components/ui/code-box";
import { Tabs } from "@/components/ui/tabs";
import { findCurrentPrices } from "@/lib/catalogue/prices/list/data";
import { readDocument } from "@/lib/openapi/data";
import { readReference } from "@/lib/openapi/reference";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { publicUrl } from "@/lib/platform/env";
import { writeSnippets } from "@/lib/text/snippets";

const TITLE = "API: quick start and reference";
const DESCRIPTION =
  "Prices of digital subscriptions by country as JSON or CSV. No key needed: the first call in thirty seconds, limits, errors, every parameter and field.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/docs",
  image: "/image/pages/docs.png",
});

const FIRST_CALL = { product: "netflix", country: "TR" };

const RATE_HEADERS = `RateLimit-Policy: "anonymous";q=60;w=60
RateLimit: "anonymous";r=41;t=23
X-RateLimit-Limit: 60
X-RateLimit-Remaining: 41
X-RateLimit-Reset: 1790727623`;

export default async function DocsPage() {
  const version = await readPageVersion({});
  const [text, { data: first }] = await Promise.all([
    readDocument(version),
    findCurrentPrices(
      version,
      listPrices.query.parse({ product: [FIRST_CALL.product], country: [FIRST_CALL.country], page_size: 1 }),
    ),
  ]);
  const operations = readReference(text);
  const described = operations.filter(({ tag, path }) => tag === "data" && !path.endsWith(".{format}"));
  const base = publicUrl();
  const examples = writeExamples(base);
  const question = `country=${FIRST_CALL.country}&product=${FIRST_CALL.product}`;
  const snippets = writeSnippets({
    apiUrl: `${base}/api/prices?${question}`,
    csvUrl: `${base}/api/prices?${question}&format=csv`,
  });
  return (
    <DocsShell
      current="/docs"
      title="First call in thirty seconds"
      deck={
        <>
          No key and no sign-up: sixty requests a minute are open to everyone. For more,{" "}
          <a href="/docs/keys">ask for a key</a>. Every endpoint is a GET, JSON by default, CSV and NDJSON for every
          list.
        </>
      }
    >
      <DocsSection
        id="quick"
        title="Ask for one price"
        code={
          <>
            <CodeBox>
              <Tabs
                legend="Language of the example"
                tabs={snippets.map(({ language, code }) => ({
                  label: language,
                  content: <CodeBlock code={code} language={language} />,
                }))}
              />
            </CodeBox>
            <CodeBox title="Answer" note="200, shortened">
              <CodeBlock code={printShortened({ data: first })} language="json" />
            </CodeBox>
          </>
        }
      >
        <p>
          What does Netflix cost in Türkiye? Copy a line, run it, read <code>usd_monthly</code>.
        </p>
        <ol>
          <li>
            A product is one plan of one service, and its slug is its id: <code>netflix</code>, <code>spotify</code>,{" "}
            <code>chatgpt</code>. Paths say services; everything else says product.{" "}
            <a href="/docs/endpoints/services">services</a> lists all, also those that have no price now.
          </li>
          <li>
            A country has two letters, in either case: <code>TR</code>, <code>de</code>.
          </li>
          <li>Every price names its source, its day of verification and the exchange rate behind it.</li>
        </ol>
        <p>
          Money is a number with the digits that were published; US dollars carry four decimals at most, by banker’s
          rounding. Where no exchange rate is known you get <code>null</code>, never zero.
        </p>
        <p>
          <code>currency=EUR</code> adds <code>converted</code> wherever there are US dollars: the same in that
          currency, at the dataset’s rate day, or at that of the day with <code>date</code>. A price is converted from
          its local amount, so one in euro stays as it was published. An unknown currency returns 400. Files of whole
          datasets, and changes, have US dollars alone.
        </p>
      </DocsSection>

      <DocsSection id="endpoints" title="Endpoints">
        <table className="endpoints">
          <caption className="visually-hidden">Endpoints</caption>
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">Answers</th>
              <th scope="col" className="hide-below-56">
                Filters
              </th>
            </tr>
          </thead>
          <tbody>
            {described.map(({ path, anchor, summary, parameters }) => (
              <tr key={path} id={anchor}>
                <th scope="row">
                  <a href={`/docs/endpoints/${anchor}`}>
                    <code>{path}</code>
                  </a>
                </th>
                <td>{summary}</td>
                <td className="hide-below-56">
                  <CodeWords
                    words={parameters
                      .filter((parameter) => parameter.in === "query" && !/^page/.test(parameter.name))
                      .map(({ name }) => name)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          The same as a document for programs: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1), made
          from the schemas that check requests. For Bruno: <a href="/bruno.json">/bruno.json</a>, a collection made of
          the document, to import as a file. For language models: <a href="/docs/agents">a server of MCP</a>
          and <a href="/llms.txt">/llms.txt</a>.
        </p>
      </DocsSection>

      <DocsSection
        id="limits"
        title="Keys and limits"
        code={
          <>
            <ProgramBox program={examples.key} />
            <CodeBox title="Headers of an answer">
              <CodeBlock code={RATE_HEADERS} language="http" />
            </CodeBox>
          </>
        }
      >
        <p>
          Without a key the limit counts per address. With a key in the header <code>x-api-key</code> that key’s own
          limit applies instead, shared by everyone who uses it.
        </p>
        <table>
          <caption className="visually-hidden">Limits</caption>
          <thead>
            <tr>
              <th scope="col">Caller</th>
              <th scope="col" className="end">
                Requests a minute
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Anonymous, per IPv4 address or IPv6 /64</th>
              <td className="end">60</td>
            </tr>
            <tr>
              <th scope="row">With a key</th>
              <td className="end">as agreed</td>
            </tr>
          </tbody>
        </table>
        <p>
          The window slides: no sixty seconds, wherever they begin, have more than the limit. Each answer says what is
          left; after the last one you get <a href="/docs/errors#too-many-requests">429</a> with the seconds to wait in{" "}
          <code>Retry-After</code>. A <code>304</code> costs nothing. Send a key only in the header{" "}
          <code>x-api-key</code>: an address or <code>Authorization</code> with one returns 400.{" "}
          <a href="/docs/keys">Ask for a key</a>, and say what it is for and how many requests a minute it needs.
        </p>
      </DocsSection>

      <DocsSection id="pages" title="Lists and pages" code={<ProgramBox program={examples.pages} />}>
        <p>
          Lists answer <code>data</code>, <code>pagination</code>, <code>links</code> and <code>meta</code>; one
          resource answers <code>data</code> and <code>meta</code>. <code>page</code> counts from 1;{" "}
          <code>page_size</code> goes to 200. A page past the end is empty, not an error. The addresses of the
          neighbouring pages stand in <code>links</code> and in the header <code>Link</code>.
        </p>
        <p>
          <code>format=csv</code> and <code>ndjson</code> have all rows in one answer, named after what was asked;{" "}
          <code>bom=1</code> and <code>delimiter=;</code> are for spreadsheets. With <code>page</code> or{" "}
          <code>page_size</code> (up to 10,000; histories: 200) they have one page. NDJSON leaves out what is null.
        </p>
        <p>
          <code>columns=country,usd_monthly</code> gives these columns of the rows alone, in this order: of every list,
          in JSON too, where <code>data</code> then has flat rows, and of every export. A price is one record in all of
          them: nested in the JSON of lists (<code>tax.rate_pct</code>), flat in CSV, NDJSON, Parquet and exports (
          <code>tax_rate_pct</code>; what begins with <code>ex_tax_</code> keeps its name).
        </p>
        <p>
          The order never depends on chance: products by slug, countries by code, prices by product, country, platform
          and period. Unknown, repeated and empty parameters are errors, so that a typing mistake never returns the
          wrong data. Lists take <code>a,b</code> and repeated parameters alike; <code>product</code> and{" "}
          <code>products</code>, <code>country</code> and <code>countries</code> mean the same.
        </p>
      </DocsSection>

      <DocsSection id="days" title="Days and versions">
        <p>
          <code>date=</code> asks for the prices of a day, <code>version=</code> for what was answered in a dataset
          version, <code>/api/history</code> and <code>/api/changes</code> for what changed.{" "}
          <a href="/docs/time">Dates and versions</a> has them with examples, and programs that keep an exact copy.
        </p>
      </DocsSection>
    </DocsShell>
  );
}
