import type { Metadata } from "next";
import { DoneNotice } from "@/components/admin/done-notice";
import { REPORT_COLUMNS } from "@/components/admin/report-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { StatusNav } from "@/components/admin/status-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { requireStaff } from "@/lib/access/staff/current-data";
import { listReports, REPORTS_PAGE_SIZE } from "@/lib/desk/reports/data";
import { ReportsQuery } from "@/lib/desk/reports/form-schema";
import { EMPTY_INBOX } from "@/lib/desk/reports/schema";
import { READINGS_PATH } from "@/lib/desk/visitors/rules";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { capitalize } from "@/lib/text/words";
import { currentVersion } from "@/lib/versions/current";

export const metadata: Metadata = { title: "Reports" };

const PATH = "/admin/reports";
const DONE = { closed: "Closed. The row of the price says why." };

export default async function ReportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff("desk.read", PATH, await searchParams);
  const params = await searchParams;
  const { query, refused } = readPageQuery(params, ReportsQuery);
  const version = await currentVersion();
  const { reports, counts } = version ? await listReports(version, query.state, query.page) : EMPTY_INBOX;
  return (
    <>
      <RefusedParameters refused={refused} />
      <StaffHead title="Reports">
        <a href={READINGS_PATH}>Readings of visitors</a> wait apart. Addresses are written by strangers: the server
        never opens them. A reason for closing a report is public; e-mail addresses are erased 90 days later.
      </StaffHead>
      <DoneNotice done={params.done} words={DONE} />
      <div className="admin-bar">
        <StatusNav
          links={(["open", "closed"] as const).map((state) => ({
            key: state,
            name: capitalize(state),
            count: counts[state],
            href: toHref(PATH, { state }),
            isCurrent: state === query.state,
          }))}
        />
      </div>
      {reports.length === 0 ? (
        <EmptyState
          level={2}
          title={`There is no ${query.state} report.`}
          waysOut={[{ href: "/admin/verify", text: "Prices to verify" }]}
        />
      ) : (
        <DataTable
          caption={`${capitalize(query.state)} reports, the newest first`}
          columns={REPORT_COLUMNS}
          rows={reports}
          rowKey={({ id }) => String(id)}
        />
      )}
      <Pager
        page={query.page}
        pageSize={REPORTS_PAGE_SIZE}
        totalItems={counts[query.state]}
        hrefOf={(page) => toHref(PATH, { state: query.state, page })}
        label="Pages of the reports"
      />
    </>
  );
}
