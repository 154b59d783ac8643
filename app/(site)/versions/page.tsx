import type { Metadata } from "next";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeBox } from "@/components/ui/code-box";
import { PageHead } from "@/components/ui/page-head";
import { VersionsTable } from "@/components/versions/versions-table";
import { readPageContext } from "@/lib/pages/context";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { findVersions } from "@/lib/versions/list/data";

const TITLE = "Versions: every dataset that was published";
const DESCRIPTION =
  "Every published dataset with what it changed and the SHA-256 of its files. Each can be had again byte for byte, and cited by name.";
const SHOWN = 50;

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: "/versions",
  image: "/image/pages/versions.png",
});

export default async function VersionsPage() {
  const version = await readPageVersion({});
  const [{ context }, { data, total }] = await Promise.all([
    readPageContext(version),
    findVersions(version, { page: 1, page_size: SHOWN }),
  ]);
  const { base, summary } = context;
  const file = `${base}/api/export?dataset=prices&format=csv&version=${summary.version}`;
  return (
    <>
      <PageHead title="Every dataset that was published" />
      <p className="deck">
        Nothing that was published is lost: add <code>version=</code> to any call, file or page of the data, and it
        answers as it did when that dataset was the newest.
      </p>
      <section className="section prose" aria-labelledby="cite">
        <h2 id="cite">How to cite</h2>
        <p>
          Name the version, and the address with it: <a href={file}>{file}</a>. As{" "}
          <a href={`/citation.bib?version=${summary.version}`}>BibTeX</a> or{" "}
          <a href={`/CITATION.cff?version=${summary.version}`}>CITATION.cff</a>. All files of it in one, to keep:{" "}
          <a href={`/bundle.zip?version=${summary.version}`}>bundle.zip</a>.
        </p>
        <CodeBox title="Check a file">
          <CodeBlock code={`curl -s '${file}' | sha256sum`} language="shell" />
        </CodeBox>
      </section>
      <section className="section" aria-labelledby="list">
        <h2 className="section-title" id="list">
          Versions
        </h2>
        <VersionsTable versions={data} />
        {total > data.length && (
          <p>
            The newest {data.length} of {total}; <a href="/api/versions">the call</a> lists all.
          </p>
        )}
      </section>
    </>
  );
}
