import type { Metadata } from "next";
import { CodeWords } from "@/components/docs/code-words";
import { DocsSection, DocsShell } from "@/components/docs/docs-shell";
import { ProgramBox } from "@/components/docs/program-box";
import { writeExamples, writePrograms } from "@/components/docs/programs";
import { writeRecipes } from "@/components/docs/recipes";
import { WEBHOOK_RECEIVER } from "@/components/docs/webhook-receiver";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeBox } from "@/components/ui/code-box";
import { readDocument } from "@/lib/openapi/data";
import { readReference } from "@/lib/openapi/reference";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { publicUrl } from "@/lib/platform/env";
import { formatDay } from "@/lib/text/format";

const writeFeedCalls = (base: string) => `curl '${base}/feed.xml?product=netflix'
curl '${base}/feed.xml?category=streaming&country=DE,TR'`;

const TITLE = "Caching, feeds and full examples";
const DESCRIPTION = "How to ask only for what is new, follow price changes, and programs to copy.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/docs/programs",
  image: "/image/pages/docs-programs.png",
});

const CACHE_HEADERS = `ETag: W/"vh0lLbozIXD_ZXJcDp29sE"
Last-Modified: Wed, 30 Sep 2026 04:00:00 GMT
Cache-Control: private, max-age=60, stale-while-revalidate=600`;

export default async function ProgramsPage() {
  const version = await readPageVersion({});
  const operations = readReference(await readDocument(version));
  const base = publicUrl();
  const examples = writeExamples(base);
  return (
    <DocsShell current="/docs/programs" title={TITLE} deck={DESCRIPTION}>
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
          <code>csv</code>, <code>json</code>, <code>ndjson</code> or <code>parquet</code> as its format:{" "}
          <CodeWords words={operations.map(({ path }) => path).filter((path) => path.endsWith(".{format}"))} />. Answers
          name what is left of your limit; therefore they are <code>private</code>, and no cache between hands them to
          others.
        </p>
      </DocsSection>

      <DocsSection
        id="feeds"
        title="A feed of price changes"
        code={
          <CodeBox title="Changes of one product, and of two countries">
            <CodeBlock code={writeFeedCalls(base)} language="curl" />
          </CodeBox>
        }
      >
        <p>
          <a href="/feed.xml">/feed.xml</a> (Atom) has the newest hundred changes of local amounts, with the filters of{" "}
          <a href="/docs/endpoints/prices">prices</a>: <code>product</code>, <code>country</code>, <code>platform</code>
          , <code>period</code>, <code>category</code>, <code>vendor</code>, <code>region</code>, <code>q</code>; and{" "}
          <code>kind</code>: <code>changed</code>, <code>corrected</code>, <code>withdrawn</code>. What only follows
          from exchange rates is no change of a price. An entry keeps its id for ever; where the change was corrected
          since, it says when.
        </p>
        <p>
          It counts against no limit, and can be read by pages of any origin. <code>/feed.json</code> and{" "}
          <code>/feed.ics</code> of before lead to it. Records of all that changed, additions and ends too, are at{" "}
          <a href="/docs/endpoints/changes">
            <code>/api/changes</code>
          </a>
          .
        </p>
      </DocsSection>

      <DocsSection id="webhooks" title="Webhooks" code={<ProgramBox program={WEBHOOK_RECEIVER} />}>
        <p>
          Who has a key may have an address of theirs told of each version: ask in answer to the e-mail that brought{" "}
          <a href="/docs/keys">the key</a>. It gets, by <code>POST</code>, what{" "}
          <a href="/docs/endpoints/changes">
            <code>/api/changes</code>
          </a>{" "}
          says of the version and the one before with <code>cause=vendor</code>, or with the kinds that you name, byte
          for byte; a version without such changes sends nothing. More than one page continues at{" "}
          <code>links.next</code>.
        </p>
        <p>
          It is signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says, in{" "}
          <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>, with a secret that
          you are given once. Answer with a status from 200 to 299 within 15 seconds. Any other answer, and a redirect,
          is tried again after 1, 5 and 30 minutes and 2, 5, 8 and 8 hours, under the same <code>webhook-id</code>: what
          has arrived may come again, and counts once. Versions come in their order. A <code>410</code>, or three days
          without a good answer, pauses it. A test has an id that begins with <code>test_</code>.
        </p>
      </DocsSection>

      <DocsSection
        id="programs"
        title="Full examples"
        code={writePrograms(base).map((program) => <ProgramBox key={program.title} program={program} />)}
      >
        <p>
          They need nothing but Node 20: save one as <code>program.mjs</code> and run <code>node program.mjs</code>. A
          nightly mirror in SQLite, in Python, is <a href="/docs/time#mirror">on Dates and versions</a>. Our tests run
          them as they stand there.
        </p>
      </DocsSection>

      <DocsSection
        id="recipes"
        title="In spreadsheets and at home"
        code={writeRecipes(base).map((recipe) => <ProgramBox key={recipe.title} program={recipe} />)}
      >
        <p>
          <code>columns=</code> leaves of a price what you name, so that one call gives one number. A file of a day
          costs one call of your limit; so does a cell. Python, R, JavaScript and curl stand beside each figure and on{" "}
          <a href="/docs">Quick start</a>.
        </p>
        <p>
          Who shows the numbers to others names the source: data of the index are CC BY 4.0, and each row has its{" "}
          <code>source_url</code>.
        </p>
      </DocsSection>
    </DocsShell>
  );
}
