import type { Metadata } from "next";
import { AUDIT_COLUMNS } from "@/components/admin/audit-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { ButtonLink } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { Pager } from "@/components/ui/pager";
import { SelectField } from "@/components/ui/select-field";
import { AUDIT_PAGE_SIZE, listActions, listAudit } from "@/lib/access/audit/data";
import { AuditQuery } from "@/lib/access/audit/schema";
import { describeAction } from "@/lib/access/audit/words-rules";
import { requireStaff } from "@/lib/access/staff/current-data";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";

export const metadata: Metadata = { title: "Audit log" };

const PATH = "/admin/audit";

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff("audit.read", PATH, await searchParams);
  const { query, refused } = readPageQuery(await searchParams, AuditQuery);
  const { page, ...filters } = query;
  const [{ events, total }, actions] = await Promise.all([listAudit(filters, page), listActions()]);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <RefusedParameters refused={refused} />
      <StaffHead
        title="Audit log"
        action={
          <ButtonLink look="plain" href={toHref("/admin/audit.csv", filters)}>
            Download as CSV
          </ButtonLink>
        }
      >
        Who did what, newest first. Nothing here is ever changed or removed.
      </StaffHead>
      <div className="admin-bar">
        <FilterForm action={PATH} label="Filter the log" resetHref={isFiltered ? PATH : undefined}>
          <Field label="Who" name="who" type="search" defaultValue={filters.who} />
          <SelectField
            label="What"
            name="action"
            anyLabel="Everything"
            choices={actions.map((action) => ({ value: action, label: describeAction(action) }))}
            value={filters.action}
          />
          <Field label="On (name, id or number)" name="target" type="search" defaultValue={filters.target} />
          <Field label="From" name="from" type="date" defaultValue={filters.from} hint="Empty: no first day" />
          <Field label="To" name="to" type="date" defaultValue={filters.to} hint="Empty: no last day" />
        </FilterForm>
      </div>
      {events.length === 0 ? (
        <EmptyState level={2} title="No event matches." waysOut={[{ href: PATH, text: "Show all events" }]} />
      ) : (
        <DataTable
          caption="Events of the audit log, the newest first"
          columns={AUDIT_COLUMNS}
          rows={events}
          rowKey={({ id }) => String(id)}
        />
      )}
      <Pager
        page={page}
        pageSize={AUDIT_PAGE_SIZE}
        totalItems={total}
        hrefOf={(to) => toHref(PATH, { ...filters, page: to })}
        label="Pages of the log"
      />
    </>
  );
}
