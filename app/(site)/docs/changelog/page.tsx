import type { Metadata } from "next";
import { Added } from "@/components/docs/added";
import { CHANGES } from "@/components/docs/changelog";
import { DocsSection, DocsShell } from "@/components/docs/docs-shell";
import { MarkedText } from "@/components/docs/marked-text";
import { findAdditions } from "@/lib/openapi/additions";
import { readDocument } from "@/lib/openapi/data";
import { readReference } from "@/lib/openapi/reference";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { formatDay } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";

/** The others are behind a tap. */
const FIRST_ITEMS = 16;

const TITLE = "What will not change, and what did";
const DESCRIPTION = "What the API promises, what is new, and the calls that tell about the service itself.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/docs/changelog",
  image: "/image/pages/docs-changelog.png",
});

export default async function ChangelogPage() {
  const text = await readDocument(await readPageVersion({}));
  const operations = readReference(text);
  const additions = findAdditions(text);
  return (
    <DocsShell current="/docs/changelog" title={TITLE} deck={DESCRIPTION}>
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
              {items.slice(0, FIRST_ITEMS).map((item) => (
                <li key={item}>
                  <MarkedText text={item} />
                </li>
              ))}
            </ul>
            {items.length > FIRST_ITEMS && (
              <details>
                <summary className="chevron">
                  {countNoun(items.length - FIRST_ITEMS, "earlier change", "earlier changes")}
                </summary>
                <ul>
                  {items.slice(FIRST_ITEMS).map((item) => (
                    <li key={item}>
                      <MarkedText text={item} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        ))}
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
    </DocsShell>
  );
}
