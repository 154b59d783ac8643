import type { Metadata } from "next";
import {
  addSource,
  approveAddress,
  chooseRefreshing,
  readNow,
  updateSource,
} from "@/app/admin/(signed-in)/desk/actions";
import { CHANGE_SET_COLUMNS } from "@/components/admin/change-columns";
import { DoneNotice } from "@/components/admin/done-notice";
import { feedColumns } from "@/components/admin/feed-columns";
import { FeedForms } from "@/components/admin/feed-forms";
import { MailsToday } from "@/components/admin/mails-today";
import { RefreshQuestion } from "@/components/admin/refresh-question";
import { REPORT_COLUMNS } from "@/components/admin/report-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { ButtonLink } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { Notice } from "@/components/ui/notice";
import { requireStaff } from "@/lib/access/staff/current-data";
import { listLinksMade } from "@/lib/access/staff/data";
import { may } from "@/lib/access/staff/roles/rules";
import { countChangeSets, countToDecide, listChangeSets } from "@/lib/desk/changes/data";
import { listStuckCollections } from "@/lib/desk/collect/data";
import { countKeyRequests } from "@/lib/desk/key-requests/data";
import { PRODUCTS_PATH } from "@/lib/desk/products/form/schema";
import { PRICE_PATH } from "@/lib/desk/readings/form/schema";
import { findRefreshChoice, isRefreshSet } from "@/lib/desk/refresh/choice-data";
import { listHealth } from "@/lib/desk/refresh/health/data";
import { isBehind } from "@/lib/desk/refresh/health/rules";
import { isRead, listHosts } from "@/lib/desk/refresh/rules";
import type { FeedHealth } from "@/lib/desk/refresh/schema";
import { listReports } from "@/lib/desk/reports/data";
import { EMPTY_INBOX } from "@/lib/desk/reports/schema";
import { listToDo } from "@/lib/desk/to-do-rules";
import { findQueue } from "@/lib/desk/verify/data";
import { EMPTY_QUEUE } from "@/lib/desk/verify/schema";
import { countOpenReadings } from "@/lib/desk/visitors/data";
import { countMails } from "@/lib/mails/data";
import type { SearchParams } from "@/lib/pages/query";
import { currentDay } from "@/lib/platform/clock";
import { sendsMail } from "@/lib/platform/env";
import { formatInstantOfYear } from "@/lib/text/format-instant";
import { capitalize, countNoun } from "@/lib/text/words";
import { currentVersion } from "@/lib/versions/current";

export const metadata: Metadata = { title: "Desk" };

const PATH = "/admin/desk";
const DONE = {
  reading: "The source is being read. What is new becomes a change set.",
  updated: "Saved.",
  added: "Added. It is read once a second owner has approved its address.",
  removed: "Removed: it is no longer read. What was published of it stays under its name.",
  refreshing: "Saved. Sources that are due are read from now on, within a minute.",
  "not-refreshing": "Saved. A source is read when somebody has it read.",
  address: "Saved. The new address waits for a second owner; until then the present one is read.",
};
const FIRST_REPORTS = 5;

export default async function DeskPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff("desk.read", PATH);
  const version = await currentVersion();
  const [
    links,
    queue,
    counts,
    toDecide,
    { sets },
    feeds,
    { reports, counts: reported },
    asked,
    told,
    stuck,
    choice,
    mails,
  ] = await Promise.all([
    listLinksMade(staff.id),
    version ? findQueue(version, { page: 1, tick: 0 }) : EMPTY_QUEUE,
    countChangeSets(),
    countToDecide(staff.id),
    listChangeSets("waiting", 1),
    listHealth(),
    version ? listReports(version, { state: "open", from: "visitor", page: 1 }) : EMPTY_INBOX,
    countKeyRequests(),
    countOpenReadings(),
    listStuckCollections(),
    findRefreshChoice(),
    countMails(),
  ]);
  const behind = feeds.filter(({ missed }) => missed > 0).length;
  const namesOf = (isSo: (feed: FeedHealth) => boolean) => feeds.filter(isSo).map(({ name }) => name);
  const isScheduled = choice === true;
  const mayChoose = may(staff.role, "feed.schedule") && !isRefreshSet();
  const question = mayChoose && (
    <RefreshQuestion choice={choice} hosts={listHosts(feeds.filter(isRead))} action={chooseRefreshing} />
  );
  const today = currentDay();
  const toDo = listToDo({
    changes: may(staff.role, "change.decide") ? toDecide : { ...toDecide, yours: 0, others: counts.waiting },
    sources: {
      silent: namesOf(({ status }) => status === "silent"),
      late: namesOf(({ status }) => status === "late"),
      failing: namesOf((feed) => isRead(feed) && feed.failures > 0 && !isBehind(feed)),
    },
    addresses: may(staff.role, "feed.address")
      ? feeds.filter(({ newAddressById }) => newAddressById !== null && newAddressById !== staff.id).length
      : 0,
    reports: { visitor: reported.visitor.open, check: reported.check.open },
    readings: told,
    keyRequests: asked.open,
    toVerify: queue.all,
  });
  const [first] = toDo;
  return (
    <>
      <StaffHead
        title={capitalize(first?.text ?? "Nothing is due")}
        action={
          may(staff.role, "change.upload") && (
            <>
              <ButtonLink href={PRICE_PATH}>One price</ButtonLink>{" "}
              <ButtonLink look="plain" href={PRODUCTS_PATH}>
                Products
              </ButtonLink>{" "}
              <ButtonLink look="plain" href="/admin/changes/new">
                Upload a file
              </ButtonLink>
            </>
          )
        }
      >
        What to do first, one line for each; below, what waits and how the sources are.
      </StaffHead>
      <DoneNotice done={(await searchParams).done} words={DONE} />
      {may(staff.role, "verify.answer") && <PriceSearch />}
      {links.map(({ at, by }) => (
        <Notice key={at.toISOString()}>
          {by} made a set-up link for you on {formatInstantOfYear(at)} UTC: whoever had it could set your password. If
          you do not know of it, sign out everywhere and tell an owner.
        </Notice>
      ))}
      {choice === null && question}
      {stuck.map(({ id, title, text }) => (
        <Notice key={id}>
          <a href={`/admin/changes/${id}`}>{title}</a>: {text}
        </Notice>
      ))}
      {toDo.length === 0 ? (
        <EmptyState
          level={2}
          title="There is nothing to do first."
          waysOut={[
            { href: PRICE_PATH, text: "Add a price" },
            { href: "/admin/changes", text: "See what was published" },
          ]}
        />
      ) : (
        <ol className="to-do" aria-label="What to do first">
          {toDo.map(({ key, text, href, note }) => (
            <li key={key}>
              <a href={href}>{capitalize(text)}</a>
              <span className="sub">{note}</span>
            </li>
          ))}
        </ol>
      )}
      <section className="section-near" id="wait">
        <h2 className="section-title">
          {capitalize(countNoun(counts.waiting, "change set waits", "change sets wait"))}
        </h2>
        <p className="section-note">
          A second person approves where a price moves more than 5×, an index more than 2 points, a source loses 30% of
          its rows, a rate is out of bounds, names, addresses, taxes or past rates change, or anything ends or is
          withdrawn. A handful of new readings within a factor of 2, none of them back to an amount of before, and other
          change sets, may be published by who made them.
        </p>
        {sets.length > 0 && (
          <DataTable
            caption="Change sets that wait for approval"
            columns={CHANGE_SET_COLUMNS}
            rows={sets}
            rowKey={({ id }) => String(id)}
          />
        )}
      </section>
      <section className="section-near" id="sources">
        <h2 className="section-title">
          {behind === 0 ? "No source is behind" : `${capitalize(countNoun(behind, "source is", "sources are"))} behind`}
        </h2>
        <p className="section-note">
          A reading is missed when its due day has passed and less than half of the source has been read within its
          cadence. A few new prices do not make a source on time. It is late after one and a half cadences and six days,
          silent after three cadences and 60 days.{" "}
          {isScheduled
            ? "A failed reading is tried again after growing waits."
            : "Sources are not read by themselves here: a source is read by its button, and all that are due by npm run data:refresh."}{" "}
          The same figures: <a href="/api/sources">GET /api/sources</a>.
        </p>
        <DataTable
          caption="Sources, most behind first"
          columns={feedColumns({ today, isScheduled, action: may(staff.role, "feed.read") ? readNow : null })}
          rows={feeds}
          rowKey={({ id }) => id}
        />
        {choice !== null && question}
        {may(staff.role, "feed.update") && (
          <FeedForms feeds={feeds} action={updateSource} approve={approveAddress} add={addSource} />
        )}
      </section>
      {(sendsMail() || mails.subscribers > 0 || mails.waiting > 0) && <MailsToday counts={mails} isOn={sendsMail()} />}
      <section className="section-near" id="reports">
        <h2 className="section-title">
          {capitalize(countNoun(reported.visitor.open, "report", "reports"))} from visitors
        </h2>
        {reports.length > 0 && (
          <DataTable
            caption="Open reports from visitors, the newest first"
            columns={REPORT_COLUMNS}
            rows={reports.slice(0, FIRST_REPORTS)}
            rowKey={({ id }) => String(id)}
          />
        )}
        <p className="table-file">
          <a href="/admin/reports">All reports</a>
        </p>
      </section>
    </>
  );
}

/** Leads to the form of one price, with what the words name filled in. */
const PriceSearch = () => (
  <FilterForm action={PRICE_PATH} label="Find a price" submit="Find">
    <Field label="Read one price: subscription and country" name="q" type="search" placeholder="Netflix Türkiye" />
  </FilterForm>
);
