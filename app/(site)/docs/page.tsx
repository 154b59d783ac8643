import type { Metadata } from "next";
import { Added } from "@/components/docs/added";
import { CHANGES } from "@/components/docs/changelog";
import { CodeWords } from "@/components/docs/code-words";
import { DocsSection, DocsShell } from "@/components/docs/docs-shell";
import { MarkedText } from "@/components/docs/marked-text";
import { printShortened } from "@/components/docs/print-json";
import { ProgramBox } from "@/components/docs/program-box";
import { writeExamples, writePrograms } from "@/components/docs/programs";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeBox } from "@/components/ui/code-box";
import { Tabs } from "@/components/ui/tabs";
import { readDocument } from "@/lib/api/routes";
import { findCurrentPrices } from "@/lib/catalogue/prices/data";
import { listPrices } from "@/lib/catalogue/prices/endpoints";
import { findAdditions } from "@/lib/openapi/additions";
import { readReference } from "@/lib/openapi/reference";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { publicUrl } from "@/lib/platform/env";
import { formatCount, formatDay } from "@/lib/text/format";
import { writeSnippets } from "@/lib/text/snippets";

const writeFeedCalls = (base: string) => `curl '${base}/feed.xml?product=netflix'
curl '${base}/feed.json?category=streaming&country=DE,TR'`;

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

const CACHE_HEADERS = `ETag: W/"vh0lLbozIXD_ZXJcDp29sE"
Last-Modified: Wed, 30 Sep 2026 04:00:00 GMT
Cache-Control: private, max-age=60, stale-while-revalidate=600`;

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
  const additions = findAdditions(text);
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
            <code>chatgpt</code>. Paths say services; everything else says product. All {formatCount(version.products)}{" "}
            are listed by <a href="/docs/endpoints/services">services</a>.
          </li>
          <li>
            A country has two letters, in either case: <code>TR</code>, <code>de</code>.
          </li>
          <li>Every price names its source, its day of verification and the exchange rate behind it.</li>
        </ol>
        <p>
          Money is a number with the digits that were published; US dollars carry four decimals at most, rounded half to
          even once. Where no exchange rate is known you get <code>null</code>, never zero.
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
          <code>page_size</code> (up to 10,000; histories: 200) they have one page.
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

      <DocsSection
        id="caching"
        title="Caching"
        code={
          <>
            <ProgramBox program={examples.condition} />
            <ProgramBox program={examples.sync} />
            <CodeBox title="Headers of an answer">
              <CodeBlock code={CACHE_HEADERS} language="http" />
            </CodeBox>
          </>
        }
      >
        <p>
          The data changes only when a dataset is published; the newest is {version.version} of{" "}
          {formatDay(version.publishedAt.toISOString())}. Send back <code>ETag</code> in <code>If-None-Match</code>, or
          the date in <code>If-Modified-Since</code>, and you get <code>304</code> without a body while nothing is new.
        </p>
        <p>
          Whole datasets are files: they answer byte ranges, so that a broken download can go on, and{" "}
          <code>If-Match</code> for those who want the rest of the same file or nothing. Each has its own address, with{" "}
          <code>csv</code>, <code>json</code> or <code>parquet</code> as its format:{" "}
          <CodeWords words={operations.map(({ path }) => path).filter((path) => path.endsWith(".{format}"))} />. Answers
          name what is left of your limit; therefore they are <code>private</code>, and no cache between hands them to
          others.
        </p>
      </DocsSection>

      <DocsSection
        id="feeds"
        title="Feeds of price changes"
        code={
          <CodeBox title="Changes of one product, and of two countries">
            <CodeBlock code={writeFeedCalls(base)} language="curl" />
          </CodeBox>
        }
      >
        <p>
          <a href="/feed.xml">/feed.xml</a> (Atom) and <a href="/feed.json">/feed.json</a> (JSON Feed 1.1) have the
          newest hundred changes of local amounts, with the filters of <a href="/docs/endpoints/prices">prices</a>:{" "}
          <code>product</code>, <code>country</code>, <code>platform</code>, <code>period</code>, <code>category</code>,{" "}
          <code>vendor</code>, <code>region</code>, <code>q</code>; and <code>kind</code>: <code>changed</code>,{" "}
          <code>corrected</code>, <code>withdrawn</code>. What only follows from exchange rates is no change of a price.
          An entry keeps its id for ever; where the change was corrected since, it says when.
        </p>
        <p>
          They count against no limit, and can be read by pages of any origin. Records of all that changed, additions
          and ends too, are at{" "}
          <a href="/docs/endpoints/changes">
            <code>/api/changes</code>
          </a>
          .
        </p>
      </DocsSection>

      <DocsSection
        id="programs"
        title="Full examples"
        code={writePrograms(base).map((program) => <ProgramBox key={program.title} program={program} />)}
      >
        <p>
          They need nothing but Node 20: save one as <code>program.mjs</code> and run <code>node program.mjs</code>. A
          nightly mirror in SQLite, in Python, is <a href="/docs/time#mirror">on the page of both clocks</a>. Our tests
          run them as they stand there.
        </p>
      </DocsSection>

      <DocsSection id="service" title="About the service itself">
        <dl className="definitions">
          {operations
            .filter(({ tag }) => tag !== "data")
            .map(({ path, summary, description }) => (
              <div key={path}>
                <dt>
                  <code>{path}</code>
                </dt>
                <dd>
                  {summary}. <MarkedText text={description} />
                </dd>
              </div>
            ))}
        </dl>
      </DocsSection>

      <DocsSection id="stability" title="What will not change">
        <ul>
          <li>The paths, their parameters and the names and meanings of all fields documented here.</li>
          <li>Sixty anonymous requests a minute, without a sign-up.</li>
          <li>Codes, units and order: ISO countries and currencies, days as YYYY-MM-DD, US dollars a month.</li>
          <li>A missing price stays missing: it is never shown as zero and never guessed.</li>
        </ul>
        <p>
          What may change: new fields may be added to JSON records and new columns at the end of CSV rows; read them by
          name. New problems and new platforms may appear. If something had to be taken away, it would be announced in
          the changelog and in the header <code>Deprecation</code> for at least twelve months before.
        </p>
      </DocsSection>

      <DocsSection id="changelog" title="Changelog">
        <h3>By name, since the document of release {additions.since}</h3>
        <Added additions={additions} />
        {CHANGES.map(({ day, version, items }) => (
          <div key={version}>
            <h3>
              {version}, <time dateTime={day}>{formatDay(day)}</time>
            </h3>
            <ul>
              {items.map((item) => (
                <li key={item}>
                  <MarkedText text={item} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </DocsSection>
    </DocsShell>
  );
}
