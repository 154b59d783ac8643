import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pauseSource, readNow, removeSource } from "@/app/admin/(signed-in)/desk/actions";
import { DoneNotice } from "@/components/admin/done-notice";
import { ATTEMPT_COLUMNS } from "@/components/admin/feed-columns";
import { SourceForms } from "@/components/admin/feed-forms";
import { StaffHead } from "@/components/admin/staff-head";
import { DataTable } from "@/components/ui/data-table";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import { findRefreshChoice } from "@/lib/desk/refresh/choice-data";
import { countPublished, listFeedReadings, listFeeds } from "@/lib/desk/refresh/data";
import { writeLastReading } from "@/lib/desk/refresh/reading-words-rules";
import { hideQuery } from "@/lib/desk/refresh/rules";
import { toSourceHref } from "@/lib/desk/refresh/schema";
import type { SearchParams } from "@/lib/pages/query";
import { capitalize, countNoun } from "@/lib/text/words";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Source" };

const DONE = {
  paused: "Paused: it is not read, and misses nothing, until somebody resumes it.",
  resumed: "Resumed: it is read when it is due.",
};

export default async function SourcePage({ params, searchParams }: Props) {
  const { id } = await params;
  const staff = await requireStaff("feed.read", toSourceHref(id));
  const feed = (await listFeeds()).find((one) => one.id === id);
  if (feed === undefined) notFound();
  const [readings, published, isScheduled] = await Promise.all([
    listFeedReadings(id),
    countPublished(id),
    findRefreshChoice().then((choice) => choice === true),
  ]);
  const { name, publisher, license, address, format, attribution } = feed;
  return (
    <>
      <StaffHead title={name} crumbs={[{ name: "Desk", href: "/admin/desk#sources" }]}>
        {publisher}, {license}. {writeLastReading(feed, isScheduled)}{" "}
        {capitalize(countNoun(published, "figure", "figures"))} of it published.
      </StaffHead>
      <DoneNotice done={(await searchParams).done} words={DONE} />
      <p className="section-note">
        Read from <code className="break">{hideQuery(address)}</code> (format {format})
      </p>
      <SourceForms
        feed={feed}
        read={readNow}
        pause={may(staff.role, "feed.pause") ? pauseSource : null}
        remove={may(staff.role, "feed.remove") ? removeSource : null}
      />
      {attribution !== null && (
        <p className="section-note">
          A source that was added here can be removed: it is no longer read, and what waits of it is withdrawn.
          {published > 0 && " What was published of it stays, under its name and licence."}
        </p>
      )}
      {readings.length > 0 && (
        <section className="section-near">
          <h2 className="section-title">Last {countNoun(readings.length, "reading", "readings")}</h2>
          <DataTable
            caption="Attempts to read it, the newest first"
            columns={ATTEMPT_COLUMNS}
            rows={readings}
            rowKey={(reading) => String(reading.id)}
          />
        </section>
      )}
    </>
  );
}
