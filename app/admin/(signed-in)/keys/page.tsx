import type { Metadata } from "next";
import { keysColumns } from "@/components/admin/keys-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { StatusNav } from "@/components/admin/status-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { ButtonLink } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { Pager } from "@/components/ui/pager";
import { SelectField } from "@/components/ui/select-field";
import { usageSparklines } from "@/lib/access/keys/data";
import { KEYS_PAGE_SIZE, listKeys } from "@/lib/access/keys/list/data";
import { KEY_SORTS, type KeySort, KeysQuery } from "@/lib/access/keys/list/schema";
import { KEY_STATUSES } from "@/lib/access/keys/rules";
import { type KeysSummary, summarizeKeys, sumUsage } from "@/lib/access/keys/summary-data";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import { countKeyRequests } from "@/lib/desk/key-requests/data";
import { KEY_REQUESTS_PATH } from "@/lib/desk/key-requests/schema";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { currentTime } from "@/lib/platform/clock";
import { formatCount, formatShare } from "@/lib/text/format";
import { capitalize, countNoun } from "@/lib/text/words";

export const metadata: Metadata = { title: "API keys" };

const PATH = "/admin/keys";

export default async function KeysPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff("key.read", PATH, await searchParams);
  const { query, refused } = readPageQuery(await searchParams, KeysQuery);
  const { q, status, sort, page } = query;
  const sorted = sort === "name" ? undefined : sort;
  const [{ keys, total }, summary, asked] = await Promise.all([
    listKeys({ page, search: q, status, sort }),
    summarizeKeys(q),
    countKeyRequests(),
  ]);
  const ids = keys.map(({ id }) => id);
  const [days, usage] = await Promise.all([usageSparklines(ids, 30), sumUsage(ids)]);
  const now = currentTime();
  const rows = keys.map((key) => ({
    ...key,
    ...(usage.get(key.id) ?? { requests: 0, limited: 0 }),
    byDay: days.get(key.id) ?? [],
    overlapEndsAt: key.tokens.find(({ expiresAt }) => expiresAt !== null && expiresAt > now)?.expiresAt ?? null,
  }));
  const canCreate = may(staff.role, "key.create");
  const requests = (
    <p className="section-note">
      <a href={KEY_REQUESTS_PATH}>{capitalize(countNoun(asked.open, "request waits", "requests wait"))}</a> for an
      answer.
    </p>
  );
  const newKey = canCreate ? <ButtonLink href={`${PATH}/new`}>New key</ButtonLink> : null;
  if (summary.total === 0) {
    return (
      <>
        <StaffHead title="API keys" action={newKey} />
        <EmptyState
          level={2}
          title="There is no key yet."
          waysOut={canCreate ? [{ href: `${PATH}/new`, text: "Make one" }] : []}
        >
          Callers without a key have 60 requests a minute for each address; with a key, the limit of that key.
        </EmptyState>
        {requests}
      </>
    );
  }
  return (
    <>
      <RefusedParameters refused={refused} />
      <StaffHead title="API keys" action={newKey}>
        <Summary summary={summary} />
      </StaffHead>
      {requests}
      <div className="admin-bar">
        <FilterForm
          action={PATH}
          label="Search keys"
          submit="Apply"
          keep={{ status }}
          resetHref={q && toHref(PATH, { status, sort: sorted })}
        >
          <Field label="Name, owner, contact or last four" name="q" type="search" defaultValue={q} isWide />
          <SelectField
            label="Sort by"
            name="sort"
            value={sort}
            choices={KEY_SORTS.map((value) => ({ value, label: capitalize(SORT_NAMES[value]) }))}
          />
        </FilterForm>
        <StatusNav
          links={[
            {
              key: "all",
              name: "All",
              count: KEY_STATUSES.reduce((sum, one) => sum + summary.found[one], 0),
              href: toHref(PATH, { q, sort: sorted }),
              isCurrent: !status,
            },
            ...KEY_STATUSES.map((one) => ({
              key: one,
              name: capitalize(one),
              count: summary.found[one],
              href: toHref(PATH, { q, status: one, sort: sorted }),
              isCurrent: one === status,
            })),
          ]}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState level={2} title="No key matches." waysOut={[{ href: PATH, text: "Show all keys" }]} />
      ) : (
        <DataTable
          caption={`API keys, sorted by ${SORT_NAMES[sort]}`}
          columns={keysColumns(now)}
          rows={rows}
          rowKey={({ id }) => id}
          rowTone={(row) => (row.status === "revoked" || row.status === "expired" ? "off" : undefined)}
        />
      )}
      <Pager
        page={page}
        pageSize={KEYS_PAGE_SIZE}
        totalItems={total}
        hrefOf={(to) => toHref(PATH, { q, status, sort: sorted, page: to })}
        label="Pages of the keys"
      />
      <p className="table-file">
        <a href={toHref("/admin/keys.csv", { q, status, sort: sorted })} download>
          Download as CSV
        </a>
      </p>
    </>
  );
}

const SORT_NAMES: Record<KeySort, string> = {
  name: "name",
  requests: "requests, most first",
  used: "last use, latest first",
  limit: "limit, highest first",
  expires: "end, soonest first",
};

function Summary({ summary }: { summary: KeysSummary }) {
  const { counts, total, last30Days, mostLimited } = summary;
  const inUse = total - counts.revoked - counts.expired;
  return (
    <>
      Keys in force: {formatCount(inUse)} of {formatCount(total)}. In the last 30 days they made{" "}
      {formatCount(last30Days.requests)} requests
      {mostLimited && (
        <>
          ; <a href={`${PATH}/${mostLimited.id}`}>{mostLimited.name}</a> was refused {formatShare(mostLimited.share, 1)}{" "}
          of the time
        </>
      )}
      .
    </>
  );
}
