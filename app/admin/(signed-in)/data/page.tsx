import type { Metadata } from "next";
import { z } from "zod";
import { IMPORT_COLUMNS, oldestColumns, VERSION_COLUMNS } from "@/components/admin/data-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { requireStaff } from "@/lib/access/staff/current-data";
import { findOldestPrices } from "@/lib/catalogue/prices/oldest/data";
import { listImports, listVersions } from "@/lib/dataset/records-data";
import { findDataWarnings } from "@/lib/dataset/warnings/data";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { currentDay } from "@/lib/platform/clock";
import { formatCount, STALE_AFTER_DAYS } from "@/lib/text/format";
import { currentVersion } from "@/lib/versions/current";

export const metadata: Metadata = { title: "Data" };

const PATH = "/admin/data";
const PAGE_SIZE = 25;
const Query = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) });

export default async function DataPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff("data.read", PATH, await searchParams);
  const { page } = readPageQuery(await searchParams, Query).query;
  const version = await currentVersion();
  if (!version) {
    return (
      <>
        <StaffHead title="Data" />
        <EmptyState
          level={2}
          title="Nothing has been published yet."
          waysOut={[{ href: "/admin/changes/new", text: "Upload a file" }]}
        >
          Or import files with npm run data:import.
        </EmptyState>
      </>
    );
  }
  const [versions, imports, oldest, warnings] = await Promise.all([
    listVersions(),
    listImports(),
    findOldestPrices(version, page, PAGE_SIZE),
    findDataWarnings(version),
  ]);
  const today = currentDay();
  return (
    <>
      <StaffHead title="Data">
        Version {version.version} is served: {formatCount(version.prices)} prices of {formatCount(version.products)}{" "}
        products. {formatCount(oldest.stale)} of them were checked more than {STALE_AFTER_DAYS} days ago. Data come in
        as <a href="/admin/changes">change sets</a>: from sources, uploads and npm run data:import.
      </StaffHead>
      <section>
        <h2 className="section-title">To look at</h2>
        {warnings.length === 0 && <p className="section-note">Nothing stands out in the data that is served.</p>}
        {warnings.map(({ title, count, lines, hasMore }) => (
          <div key={title} className="prose prose-small warning">
            <h3>
              {title}: {formatCount(count)}
            </h3>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
              {hasMore && <li>and more</li>}
            </ul>
          </div>
        ))}
      </section>
      <section className="section-near" id="oldest">
        <h2 className="section-title">Checked longest ago</h2>
        <DataTable
          caption="Current prices, those that were checked longest ago first"
          columns={oldestColumns(today)}
          rows={oldest.prices}
          rowKey={({ product, country, platform, period }) => `${product} ${country} ${platform} ${period}`}
        />
        <Pager
          page={page}
          pageSize={PAGE_SIZE}
          totalItems={oldest.total}
          hrefOf={(to) => toHref(PATH, { page: to }, "#oldest")}
          label="Pages of the prices"
        />
      </section>
      <section className="section-near">
        <h2 className="section-title">Versions</h2>
        <DataTable
          caption="Published versions, the newest first"
          columns={VERSION_COLUMNS}
          rows={versions}
          rowKey={({ version }) => version}
        />
      </section>
      <section className="section-near">
        <h2 className="section-title">Imports</h2>
        <DataTable
          caption="Imported files, the newest first"
          columns={IMPORT_COLUMNS}
          rows={imports}
          rowKey={({ id }) => String(id)}
        />
      </section>
    </>
  );
}
