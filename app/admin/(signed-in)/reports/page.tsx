import type { Metadata } from "next";
import { closeMany } from "@/app/admin/(signed-in)/reports/actions";
import { DoneNotice } from "@/components/admin/done-notice";
import { REPORT_COLUMNS, tickedReportColumns } from "@/components/admin/report-columns";
import { CloseTickedForm } from "@/components/admin/report-forms";
import { StaffHead } from "@/components/admin/staff-head";
import { StatusNav } from "@/components/admin/status-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import { listReports, REPORTS_PAGE_SIZE } from "@/lib/desk/reports/data";
import { ReportsQuery } from "@/lib/desk/reports/form/schema";
import { EMPTY_INBOX, FoundBy } from "@/lib/desk/reports/schema";
import { READINGS_PATH } from "@/lib/desk/visitors/rules";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { capitalize } from "@/lib/text/words";
import { currentVersion } from "@/lib/versions/current";

export const metadata: Metadata = { title: "Reports" };

const PATH = "/admin/reports";
const FROM: Readonly<Record<FoundBy, string>> = { visitor: "from visitors", check: "from the check of a publish" };
const DONE = { closed: "Closed. The rows of their prices say why." };

export default async function ReportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff("desk.read", PATH, await searchParams);
  const params = await searchParams;
  const { query, refused } = readPageQuery(params, ReportsQuery);
  const version = await currentVersion();
  const { reports, counts } = version ? await listReports(version, query) : EMPTY_INBOX;
  const { state, from, tick, page } = query;
  const isCloseable = state === "open" && may(staff.role, "report.close");
  const keep = { state, from, page: page > 1 ? page : undefined };
  const table = (
    <DataTable
      caption={`${capitalize(state)} reports${from === undefined ? "" : ` ${FROM[from]}`}, the newest first`}
      columns={isCloseable ? tickedReportColumns(tick === 1) : REPORT_COLUMNS}
      rows={reports}
      rowKey={({ id }) => String(id)}
    />
  );
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
          links={(["open", "closed"] as const).map((one) => ({
            key: one,
            name: capitalize(one),
            count: (from === undefined ? counts : counts[from])[one],
            href: toHref(PATH, { state: one, from }),
            isCurrent: one === state,
          }))}
        />
        <StatusNav
          label="Filter by origin"
          links={[undefined, ...FoundBy.options].map((one) => ({
            key: one ?? "all",
            name: one === undefined ? "From anybody" : capitalize(FROM[one]),
            count: (one === undefined ? counts : counts[one])[state],
            href: toHref(PATH, { state, from: one }),
            isCurrent: one === from,
          }))}
        />
      </div>
      {reports.length === 0 ? (
        <EmptyState
          level={2}
          title={`There is no ${state} report${from === undefined ? "" : ` ${FROM[from]}`}.`}
          waysOut={[{ href: "/admin/verify", text: "Prices to verify" }]}
        />
      ) : isCloseable ? (
        <CloseTickedForm
          action={closeMany}
          back={toHref("", keep)}
          tickHref={toHref(PATH, { ...keep, tick: tick === 1 ? undefined : 1 })}
          isTicked={tick === 1}
        >
          {table}
        </CloseTickedForm>
      ) : (
        table
      )}
      <Pager
        page={page}
        pageSize={REPORTS_PAGE_SIZE}
        totalItems={(from === undefined ? counts : counts[from])[state]}
        hrefOf={(to) => toHref(PATH, { state, from, page: to })}
        label="Pages of the reports"
      />
    </>
  );
}
