import type { Metadata } from "next";
import { readClockColumns } from "@/components/docs/clock-columns";
import { DocsSection, DocsShell } from "@/components/docs/docs-shell";
import { MarkedText } from "@/components/docs/marked-text";
import { writeMirrors } from "@/components/docs/mirrors";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeBox } from "@/components/ui/code-box";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Tabs } from "@/components/ui/tabs";
import type { SchemaField } from "@/lib/openapi/reference";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";

const TITLE = "Dates and versions";
const DESCRIPTION =
  "What did it cost on a day, and what did this service answer then? Any day since 2023, every dataset version byte for byte, what changed between two, and a copy that stays exact.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/docs/time",
  image: "/image/pages/docs-time.png",
});

const COLUMNS: readonly Column<SchemaField>[] = [
  { key: "column", head: "Column", isRowHead: true, cell: ({ name }) => <code>{name}</code>, stacked: "1 / 1 / 2 / 4" },
  {
    key: "meaning",
    head: "Meaning",
    className: "meaning",
    cell: ({ meaning }) => <MarkedText text={meaning} />,
    stacked: "2 / 1 / 3 / 4",
  },
];

const SQL_OF_CHANGE = `DELETE FROM price WHERE key = :key;
INSERT INTO price VALUES (:key, :after)
  ON CONFLICT (key) DO UPDATE SET record = excluded.record;`;

export default async function TimePage() {
  const {
    context: { base, summary },
  } = await readPageContext(await readPageVersion({}));
  const { version } = summary;
  const call = (title: string, ...lines: readonly string[]) => (
    <CodeBox title={title}>
      <CodeBlock code={lines.join("\n")} language="curl" />
    </CodeBox>
  );
  const curl = (path: string) => `curl '${base}${path}'`;
  const price = "/api/prices?product=netflix&country=TR";
  return (
    <DocsShell
      current="/docs/time"
      title={TITLE}
      deck="A price has two dates: the day on which it was listed, and the version in which it was published. They are never mixed in one parameter."
    >
      <DocsSection
        id="clocks"
        title="Dates and versions"
        code={call(
          "One price by both dates",
          "# What it cost on a day, as known now",
          curl(`${price}&date=2024-06-01`),
          "# What was answered in a version",
          curl(`${price}&version=${version}`),
          "# Both: what was known of that day in that version",
          curl(`${price}&date=2024-06-01&version=${version}`),
        )}
      >
        <p>
          <code>date</code> is the day on which something was listed: what did it cost on 1 June 2024, as far as it is
          known now? <code>version</code> is what was published: what did this service answer then?
        </p>
        <p>
          When a wrong price is corrected, the day stays and the version moves on: one version says that a price was
          289.99 on a day, the next says 298.99 on the same day. A correction changes what <code>date</code> answers and
          never what <code>version</code> does; cite with the version. <a href="/corrections">Corrections</a> are listed
          with their reasons.
        </p>
      </DocsSection>

      <DocsSection
        id="days"
        title="Any day: date="
        code={call(
          "Prices on another date",
          curl("/api/prices?country=TR&date=2024-06-01"),
          curl("/api/services/netflix?date=2024-06-01"),
          curl("/api/compare?products=netflix&countries=US,TR&date=2024-06-01"),
        )}
      >
        <p>
          Prices, one service and comparisons have the last reading of each series up to that day, at its exchange rates
          or those of at most ten days before, else <code>null</code>. Records have <code>status</code>:{" "}
          <code>observed</code> where the price was read on that day, or before and after it without a change;{" "}
          <code>carried</code> where it was last read before, on <code>last_seen_on</code>. What was first read later,
          and what had ended, is left out: the first price is never carried back. <code>status=all</code> on{" "}
          <code>/api/prices</code> adds both, without an amount. <code>meta.without_rate</code> counts prices without a
          rate. Today is the answer without a day, and a day in the future a 400.
        </p>
        <p>
          The pages of products, countries and comparisons take <code>date=</code> as well. On <code>/api/prices</code>{" "}
          it goes with every filter and every order but that of changes. Orders by <code>usd_monthly</code> or{" "}
          <code>verified_on</code>, and <code>best=country</code>, are computed for the day.
        </p>
      </DocsSection>

      <DocsSection
        id="history"
        title="Every run: /api/history"
        code={call(
          "The history of one product in two countries",
          curl("/api/history?product=netflix&country=TR,US&from=2024-01-01"),
          curl("/api/history?product=netflix&country=TR&format=csv"),
          curl("/api/history?product=netflix&country=TR&group=month&format=csv"),
        )}
      >
        <p>
          A run is one amount, from its first to its last reading. Of each series you get its runs with US dollars at
          the rate of their first day, the lowest and highest amount of all time, twelve and three months, and how many
          days of the span lie in no run: what nobody looked at has no known price. <code>group=month</code> gives one
          entry a month in place of the runs. All histories at once are{" "}
          <a href="/api/export?dataset=history&format=csv">a file</a>.
        </p>
      </DocsSection>

      <DocsSection
        id="versions"
        title="Every version: version= and /api/versions"
        code={call(
          "A version, and its files",
          curl(`${price}&version=${version}`),
          curl("/api/versions?page_size=1"),
          `curl -s '${base}/api/export?dataset=prices&format=csv&version=${version}' | sha256sum`,
        )}
      >
        <p>
          <code>version=</code> on every call, file and page gives the answer as it was when that version was the
          newest, byte for byte but for <code>meta.requested_version</code>, for any cache to keep for a day.{" "}
          <a href="/versions">All versions</a> are listed with what each changed and the SHA-256 of its files. Links of
          a list name the version that it was read from: a walk over its pages sees one dataset, whatever is published
          meanwhile. A release that adds a field adds it to old versions too.
        </p>
        <ul>
          <li>
            An unknown version returns 400 with the nearest one; one whose rows were removed to save space is a{" "}
            <a href="/docs/errors#gone">410</a>: <code>available</code> says which those are.
          </li>
          <li>
            Where a licence asked for it, figures are erased from old versions too: <code>redacted</code> counts them,
            and the files of the version have another SHA-256 from then on. No other figure of an old version ever
            changes.
          </li>
          <li>
            A version that nobody asked for lately is made ready first; where that takes longer than ten seconds, you
            get a 503 with <code>Retry-After</code>.
          </li>
          <li>
            “Share” at each figure names its address in the version that is shown, with{" "}
            <a href={`/citation.bib?version=${version}`}>BibTeX</a> and{" "}
            <a href={`/CITATION.cff?version=${version}`}>CITATION.cff</a>.
          </li>
        </ul>
      </DocsSection>

      <DocsSection
        id="changes"
        title="What changed: /api/changes"
        code={call(
          "Since a version",
          curl(`/api/changes?since=${version}`),
          curl(`/api/changes?since=${version}&product=netflix&kind=changed,corrected,withdrawn`),
        )}
      >
        <p>
          What changed between two versions, each with the whole record before and after. <code>revalued</code> records,
          whose own amount stands while rates, days of verification or the US price moved, are left out unless{" "}
          <code>kind</code> names them. With every kind, put <code>after</code> in the place of <code>key</code>, or
          remove it where <code>after</code> is null, in order, and the records of <code>since</code> become those of{" "}
          <code>until</code>, byte for byte. <code>fields=changed</code> has of records that were there before and after
          only the fields that differ. Nothing new is an empty list, or a 304 for who sends <code>If-None-Match</code>.{" "}
          <code>object=observation</code> are readings, past ones too, that a correction replaced or withdrew: a copy of
          the history reads the series again that they, or changed prices, name. What a licence took down is{" "}
          <code>withdrawn</code>, with what stands after it, for copies that were made before. More than a hundred
          versions back, a 410 leads to the whole datasets. <a href="/docs/programs#feeds">Feeds</a> tell people of
          changed prices.
        </p>
      </DocsSection>

      <DocsSection
        id="mirror"
        title="A copy that stays exact"
        code={
          <CodeBox title="Run it every night">
            <Tabs
              legend="Language of the program"
              tabs={writeMirrors(base).map(({ title, language, code }) => ({
                label: title,
                content: <CodeBlock code={code} language={language} />,
              }))}
            />
          </CodeBox>
        }
      >
        <p>
          The first night they read all prices, in one version; each later night only what changed since, which is one
          call when nothing did. Both read a version by name, so that a publish in the middle spoils nothing.
        </p>
        <p>
          In SQL each change is one of two statements: the first where <code>after</code> is null, else the second.
        </p>
        <CodeBlock language="SQL" code={SQL_OF_CHANGE} />
      </DocsSection>

      <DocsSection id="columns" title="Columns that tell time">
        {readClockColumns().map(({ title, columns }) => (
          <details key={title} className="chart-table">
            <summary>{title}</summary>
            <DataTable
              caption={title}
              className="codebook"
              columns={COLUMNS}
              rows={columns}
              rowKey={({ name }) => name}
            />
          </details>
        ))}
        <p>
          All columns of all files are in the <a href="/docs/data">codebook</a>.
        </p>
      </DocsSection>
    </DocsShell>
  );
}
