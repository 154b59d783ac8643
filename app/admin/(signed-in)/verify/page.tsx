import type { Metadata } from "next";
import { answer } from "@/app/admin/(signed-in)/verify/actions";
import { DoneNotice, InChangeSetNotice } from "@/components/admin/done-notice";
import { ManyForm } from "@/components/admin/queue-forms";
import { QueueTable } from "@/components/admin/queue-table";
import { StaffHead } from "@/components/admin/staff-head";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { Pager } from "@/components/ui/pager";
import { SelectField } from "@/components/ui/select-field";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import { findQueue } from "@/lib/desk/verify/data";
import { EMPTY_QUEUE, QUEUE_PAGE_SIZE, QueueQuery, WORK_ID } from "@/lib/desk/verify/schema";
import { readPageQuery, type SearchParams, toHref } from "@/lib/pages/query";
import { currentDay } from "@/lib/platform/clock";
import { formatCount, STALE_AFTER_DAYS } from "@/lib/text/format";
import { currentVersion } from "@/lib/versions/current";

export const metadata: Metadata = { title: "Verify" };

const PATH = "/admin/verify";
const DONE = { unsure: "Noted. It comes back in a month." };

export default async function VerifyPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff("desk.read", PATH, await searchParams);
  const params = await searchParams;
  const { query, refused } = readPageQuery(params, QueueQuery);
  const version = await currentVersion();
  const queue = version ? await findQueue(version, query) : EMPTY_QUEUE;
  const { source, product, country, tick } = query;
  const today = currentDay();
  const filters = { source, product, country };
  const [first] = queue.rows;
  const mayAnswer = may(staff.role, "verify.answer");
  const list = (
    <>
      {queue.rows.length === 0 ? (
        <EmptyState level={2} title="Nothing waits here." waysOut={[{ href: PATH, text: "The whole queue" }]} />
      ) : (
        <QueueTable queue={queue} query={query} action={mayAnswer ? answer : null} today={today} path={PATH} />
      )}
      <Pager
        page={query.page}
        pageSize={QUEUE_PAGE_SIZE}
        totalItems={queue.total}
        hrefOf={(page) => toHref(PATH, { ...filters, page })}
        label="Pages of the queue"
      />
    </>
  );
  return (
    <>
      <RefusedParameters refused={refused} />
      <StaffHead title={`${formatCount(queue.all)} prices were read more than ${STALE_AFTER_DAYS} days ago`}>
        Ranked by age times the requests for the product in the last 30 days times its spread: old prices that many ask
        for, and that differ most, come first. “Still correct” takes two steps: open it, then confirm the day and the
        address.
        {mayAnswer && first && (
          <>
            {" "}
            <a
              href={toHref(
                PATH,
                { ...filters, page: query.page, row: first.id, do: "confirm", work: "yes" },
                `#${WORK_ID}`,
              )}
            >
              Work through these {queue.rows.length} by keyboard
            </a>
            .
          </>
        )}
      </StaffHead>
      <DoneNotice done={params.done} words={DONE} />
      <InChangeSetNotice done={params.done}>
        {(changeSet) => <>It is in {changeSet}, which is checked and approved as a whole.</>}
      </InChangeSetNotice>
      <FilterForm
        action={PATH}
        label="Filter the queue"
        submit="Apply"
        resetHref={(source ?? product ?? country) && PATH}
      >
        <SelectField
          label="Source"
          name="source"
          anyLabel="All sources"
          value={source ?? ""}
          choices={queue.sources.map(({ id, name, count }) => ({ value: id, label: `${name}, ${formatCount(count)}` }))}
        />
        <Field label="Product" name="product" type="search" defaultValue={product} placeholder="netflix" />
        <Field label="Country" name="country" type="search" defaultValue={country} placeholder="TR" />
      </FilterForm>
      {mayAnswer && queue.rows.length > 0 ? (
        <ManyForm
          action={answer}
          today={today}
          tickHref={toHref(PATH, { ...filters, page: query.page, tick: tick === 0 ? QUEUE_PAGE_SIZE : undefined })}
          back={toHref("", { ...filters, page: query.page > 1 ? query.page : undefined })}
          isTicked={tick > 0}
        >
          {list}
        </ManyForm>
      ) : (
        list
      )}
    </>
  );
}
