import type { Metadata } from "next";
import { KEY_REQUEST_COLUMNS } from "@/components/admin/key-request-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { StatusNav } from "@/components/admin/status-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { requireStaff } from "@/lib/access/staff/current-data";
import { countKeyRequests, listKeyRequests } from "@/lib/desk/key-requests/data";
import { KEY_REQUESTS_PATH, KeyRequestsQuery } from "@/lib/desk/key-requests/schema";
import { REPORTS_PAGE_SIZE } from "@/lib/desk/reports/data";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { capitalize } from "@/lib/text/words";

export const metadata: Metadata = { title: "Key requests" };

export default async function KeyRequestsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  await requireStaff("key.read", KEY_REQUESTS_PATH, params);
  const { query, refused } = readPageQuery(params, KeyRequestsQuery);
  const { state, page } = query;
  const [requests, counts] = await Promise.all([listKeyRequests(state, page), countKeyRequests()]);
  return (
    <>
      <RefusedParameters refused={refused} />
      <StaffHead title="Key requests" crumbs={[{ name: "Keys", href: "/admin/keys" }]}>
        Whoever needs more than 60 requests a minute asks at <a href="/docs/keys">/docs/keys</a>. E-mail addresses are
        erased 90 days after the answer.
      </StaffHead>
      <div className="admin-bar">
        <StatusNav
          links={(["open", "closed"] as const).map((one) => ({
            key: one,
            name: capitalize(one),
            count: counts[one],
            href: toHref(KEY_REQUESTS_PATH, { state: one }),
            isCurrent: one === state,
          }))}
        />
      </div>
      {requests.length === 0 ? (
        <EmptyState
          level={2}
          title={`There is no ${state} request.`}
          waysOut={[{ href: "/admin/keys", text: "Keys" }]}
        />
      ) : (
        <DataTable
          caption={`${capitalize(state)} requests, the newest first`}
          columns={KEY_REQUEST_COLUMNS}
          rows={requests}
          rowKey={({ id }) => String(id)}
        />
      )}
      <Pager
        page={page}
        pageSize={REPORTS_PAGE_SIZE}
        totalItems={counts[state]}
        hrefOf={(to) => toHref(KEY_REQUESTS_PATH, { state, page: to })}
        label="Pages of the requests"
      />
    </>
  );
}
