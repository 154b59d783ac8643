import type { Metadata } from "next";
import { CHANGE_SET_COLUMNS } from "@/components/admin/change-columns";
import { STATE_NAMES } from "@/components/admin/change-words";
import { StaffHead } from "@/components/admin/staff-head";
import { StatusNav } from "@/components/admin/status-nav";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { ButtonLink } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import { CHANGES_PAGE_SIZE, countChangeSets, listChangeSets } from "@/lib/desk/changes/data";
import { ChangesQuery } from "@/lib/desk/changes/form-schema";
import { CHANGE_SET_STATES } from "@/lib/desk/changes/schema";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";

export const metadata: Metadata = { title: "Changes" };

const PATH = "/admin/changes";

export default async function ChangesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff("desk.read", PATH, await searchParams);
  const { query, refused } = readPageQuery(await searchParams, ChangesQuery);
  const { state, page } = query;
  const [{ sets, total }, counts] = await Promise.all([listChangeSets(state, page), countChangeSets()]);
  const all = CHANGE_SET_STATES.reduce((sum, one) => sum + counts[one], 0);
  return (
    <>
      <RefusedParameters refused={refused} />
      <StaffHead
        title="Changes"
        action={may(staff.role, "change.upload") && <ButtonLink href={`${PATH}/new`}>Upload a file</ButtonLink>}
      >
        Everything that changes data is a change set: checked by the import, previewed, approved and published as a
        whole.
      </StaffHead>
      <div className="admin-bar">
        <StatusNav
          links={[
            { key: "all", name: "All", count: all, href: PATH, isCurrent: state === undefined },
            ...CHANGE_SET_STATES.map((one) => ({
              key: one,
              name: STATE_NAMES[one],
              count: counts[one],
              href: toHref(PATH, { state: one }),
              isCurrent: one === state,
            })),
          ]}
        />
      </div>
      {sets.length === 0 ? (
        <EmptyState
          level={2}
          title={state === undefined ? "There is no change set yet." : "There is no such change set."}
          waysOut={state === undefined ? [] : [{ href: PATH, text: "Show all" }]}
        />
      ) : (
        <DataTable
          caption="Change sets, the newest first"
          columns={CHANGE_SET_COLUMNS}
          rows={sets}
          rowKey={({ id }) => String(id)}
          rowTone={(set) => (set.state === "withdrawn" ? "off" : undefined)}
        />
      )}
      <Pager
        page={page}
        pageSize={CHANGES_PAGE_SIZE}
        totalItems={total}
        hrefOf={(to) => toHref(PATH, { state, page: to })}
        label="Pages of the change sets"
      />
    </>
  );
}
