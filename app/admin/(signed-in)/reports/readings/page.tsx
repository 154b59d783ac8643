import type { Metadata } from "next";
import { decline, take } from "@/app/admin/(signed-in)/reports/readings/actions";
import { ActionButton } from "@/components/admin/action-button";
import { ActionForm } from "@/components/admin/action-form";
import { DoneNotice, InChangeSetNotice } from "@/components/admin/done-notice";
import { DECLINE_FORM_ID, readingColumns } from "@/components/admin/reading-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import { countOpenReadings, listOpenReadings } from "@/lib/desk/visitors/data";
import { READINGS_PAGE_SIZE, READINGS_PATH } from "@/lib/desk/visitors/rules";
import { ReadingsQuery } from "@/lib/desk/visitors/schema";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { capitalize, countNoun } from "@/lib/text/words";
import { currentVersion } from "@/lib/versions/current";

export const metadata: Metadata = { title: "Readings of visitors" };

const DONE = {
  declined: "Declined. They are erased in 90 days.",
  gone: "That was taken or declined meanwhile: nothing was done.",
};

export default async function ReadingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const staff = await requireStaff("desk.read", READINGS_PATH, params);
  const { query, refused } = readPageQuery(params, ReadingsQuery);
  const version = await currentVersion();
  const [readings, open] = await Promise.all([
    version ? listOpenReadings(version, query.page) : [],
    countOpenReadings(),
  ]);
  const isTicked = query.tick === "all";
  const mayTake = may(staff.role, "reading.take");
  const table = (
    <DataTable
      caption="Readings of visitors that nobody has taken or declined, the newest first"
      columns={readingColumns({ take: mayTake ? take : null, isTicked })}
      rows={readings}
      rowKey={({ id }) => String(id)}
    />
  );
  return (
    <>
      <RefusedParameters refused={refused} />
      <StaffHead
        title={`${capitalize(countNoun(open, "reading of a visitor waits", "readings of visitors wait"))}`}
        crumbs={[{ name: "Reports", href: "/admin/reports" }]}
      >
        Written by strangers, and public nowhere: open the page yourself and compare; the server never does. What you
        take goes into a change set of yours with the source “visitors”.
      </StaffHead>
      <DoneNotice done={params.done} words={DONE} />
      <InChangeSetNotice done={params.done}>
        {(changeSet) => <>It is in {changeSet}, which is checked and approved as a whole.</>}
      </InChangeSetNotice>
      {readings.length === 0 ? (
        <EmptyState level={2} title="Nothing waits here." waysOut={[{ href: "/admin/reports", text: "Reports" }]} />
      ) : mayTake ? (
        <ActionForm id={DECLINE_FORM_ID} action={decline} className="form-row" label="Decline" before={table}>
          <ActionButton look="plain">Decline the ticked ones</ActionButton>{" "}
          <a href={toHref(READINGS_PATH, { page: query.page, tick: isTicked ? undefined : "all" })}>
            {isTicked ? "Untick all" : "Tick all on this page"}
          </a>
        </ActionForm>
      ) : (
        table
      )}
      <Pager
        page={query.page}
        pageSize={READINGS_PAGE_SIZE}
        totalItems={open}
        hrefOf={(page) => toHref(READINGS_PATH, { page })}
        label="Pages of the readings"
      />
    </>
  );
}
