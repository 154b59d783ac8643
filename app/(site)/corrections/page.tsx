import type { Metadata } from "next";
import { CORRECTIONS_COLUMNS } from "@/components/corrections/correction-columns";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { Pager } from "@/components/ui/pager";
import { CORRECTIONS_PAGE_SIZE, findCorrections } from "@/lib/dataset/corrections/data";
import { CorrectionsQuery } from "@/lib/dataset/corrections/schema";
import { describePage } from "@/lib/pages/metadata";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { formatCount } from "@/lib/text/format";

const PATH = "/corrections";
const TITLE = "Corrections: what was wrong, and what stands instead";
const DESCRIPTION =
  "Every price and exchange rate that was published and then replaced or withdrawn: when, why, before and after.";

export const metadata: Metadata = describePage({
  title: TITLE,
  description: DESCRIPTION,
  path: PATH,
  image: "/image/pages/corrections.png",
});

const RECORD = { href: "/api/export?dataset=corrections&format=csv", text: "All corrections as CSV" };

export default async function CorrectionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams;
  const { query, refused } = readPageQuery(given, CorrectionsQuery);
  const { corrections, total } = await findCorrections(await readPageVersion(given), query.page);
  return (
    <>
      <PageHead
        title={
          total === 0 ? "Nothing has been corrected so far" : `${formatCount(total)} corrections of published data`
        }
        deck="A wrong price or rate is put right in the open. The row that was wrong leaves the dataset, everything that follows from it is computed again, and it stays on record here."
      />
      <RefusedParameters refused={refused} />
      {corrections.length === 0 ? (
        <EmptyState
          level={2}
          title={total === 0 ? "No published price or rate was ever replaced or withdrawn." : "There is no such page."}
          waysOut={[
            ...(total > 0 ? [{ href: PATH, text: "The newest corrections" }] : []),
            { href: "/about#corrections", text: "Report an error" },
            { href: "/docs/data#corrections", text: "How corrections are recorded" },
          ]}
        />
      ) : (
        <>
          <DataTable
            caption="Corrections, the newest first"
            columns={CORRECTIONS_COLUMNS}
            rows={corrections}
            rowKey={({ id }) => String(id)}
            rowId={({ id }) => `correction-${id}`}
          />
          <Pager
            page={query.page}
            pageSize={CORRECTIONS_PAGE_SIZE}
            totalItems={total}
            hrefOf={(to) => toHref(PATH, { page: to === 1 ? undefined : to })}
            label="Pages of corrections"
          />
          <p>
            <Link href={RECORD.href}>{RECORD.text}</Link> or{" "}
            <Link href="/api/export?dataset=corrections&format=json">as JSON</Link>.{" "}
            <a href="/about#corrections">Report an error</a>.
          </p>
        </>
      )}
    </>
  );
}
