import { Checked } from "@/components/ui/checked";
import type { Column } from "@/components/ui/data-table";
import { Status } from "@/components/ui/status";
import type { FormAction } from "@/lib/access/staff/actions/form-state-schema";
import { describeReading } from "@/lib/desk/refresh/health/rules";
import { writeLastReading } from "@/lib/desk/refresh/reading-words-rules";
import { hideQuery } from "@/lib/desk/refresh/rules";
import { type FeedHealth, type FeedReading, toSourceHref } from "@/lib/desk/refresh/schema";
import { formatCount, formatDay } from "@/lib/text/format";
import { formatSecond } from "@/lib/text/format-instant";
import { ActionButton } from "./action-button";
import { ActionForm } from "./action-form";

const writeCadence = (days: number) => (days === 1 ? "every day" : `every ${days} days`);
const writeDue = (day: string, today: string) => (day === today ? "today" : formatDay(day));

type FeedColumnsOptions = {
  today: string;
  /** Sources are read by themselves. */
  isScheduled: boolean;
  action: FormAction | null;
};

export const feedColumns = ({ today, isScheduled, action }: FeedColumnsOptions): readonly Column<FeedHealth>[] => [
  {
    key: "name",
    head: "Source",
    isRowHead: true,
    cell: ({ id, name, publisher, format, license, cadenceDays, nextDueOn }) => (
      <>
        {action ? <a href={toSourceHref(id)}>{name}</a> : name}
        <span className="sub">
          {publisher}, {format}, {license}
        </span>
        <span className="sub only-medium">
          {writeCadence(cadenceDays)}, due {writeDue(nextDueOn, today)}
        </span>
      </>
    ),
    stacked: "1 / 1 / 2 / 3",
  },
  {
    key: "cadence",
    head: "Cadence",
    cell: ({ cadenceDays }) => writeCadence(cadenceDays),
    stacked: "2 / 1",
    hideBelow: 56,
  },
  {
    key: "read",
    head: "Half read by",
    align: "end",
    cell: ({ lastReadOn }) => (lastReadOn === null ? "never" : <Checked day={lastReadOn} today={today} />),
    stacked: "2 / 2 / 3 / 4",
  },
  {
    key: "due",
    head: "Next due",
    align: "end",
    unit: { before: "due " },
    cell: ({ nextDueOn }) => writeDue(nextDueOn, today),
    stacked: "3 / 1",
    hideBelow: 56,
  },
  {
    key: "missed",
    head: "Missed",
    align: "end",
    unit: { before: "missed " },
    cell: ({ missed }) => (missed === 0 ? "0" : <span className="late">{formatCount(missed)}</span>),
    stacked: "3 / 2 / 4 / 4",
  },
  {
    key: "state",
    head: "State",
    cell: (feed) => <FeedStatus feed={feed} isScheduled={isScheduled} />,
    stacked: "1 / 3",
  },
  {
    key: "what",
    head: "What happened",
    cell: (feed) => (
      <>
        <Happened feed={feed} isScheduled={isScheduled} />
        {describeReading(feed).map((text) => (
          <span key={text} className="sub">
            {text}
          </span>
        ))}
      </>
    ),
    stacked: "4 / 1 / 5 / 4",
  },
  ...(action
    ? [
        {
          key: "now",
          head: <span className="visually-hidden">Action</span>,
          align: "end" as const,
          cell: ({ id, name }: FeedHealth) => (
            <ActionForm action={action} hidden={{ id }} className="form-row" label={`Read ${name} now`}>
              <ActionButton look="text">Read now</ActionButton>
            </ActionForm>
          ),
          stacked: "5 / 1 / 6 / 4" as const,
        },
      ]
    : []),
];

type FeedProps = { feed: FeedHealth; isScheduled: boolean };

function FeedStatus({ feed: { failures, changeSetId, missed, status, pausedAt }, isScheduled }: FeedProps) {
  if (pausedAt !== null) return <Status kind="expired" word="Paused" />;
  if (status === "silent") return <Status kind="expired" word="Silent" />;
  if (failures > 0) return <Status kind="rotating" word={isScheduled ? "Trying again" : "Failed"} />;
  if (changeSetId !== null) return <Status kind="expiring" word="Waits" />;
  if (status === "late") return <Status kind="expired" word="Late" />;
  return missed > 0 ? <Status kind="expired" word="Missed" /> : <Status kind="active" word="On time" />;
}

function Happened({ feed, isScheduled }: FeedProps) {
  const { failure, changeSetId } = feed;
  if (changeSetId !== null && failure === null)
    return (
      <>
        Read, and waits as <a href={`/admin/changes/${changeSetId}`}>change set {changeSetId}</a>.
      </>
    );
  return (
    <>
      {writeLastReading(feed, isScheduled)} {failure !== null && <code>{hideQuery(feed.address)}</code>}
    </>
  );
}

const OUTCOME_NAMES: Readonly<Record<FeedReading["outcome"], string>> = {
  unchanged: "The same as before",
  "nothing new": "Nothing new in it",
  waiting: "Waits for a person",
  published: "Published",
  faulty: "Has faults",
  failed: "Failed",
};

export const ATTEMPT_COLUMNS: readonly Column<FeedReading>[] = [
  {
    key: "at",
    head: "When (UTC)",
    isRowHead: true,
    cell: ({ at }) => <time dateTime={at.toISOString()}>{formatSecond(at)}</time>,
    stacked: "1 / 1",
  },
  { key: "outcome", head: "Outcome", cell: ({ outcome }) => OUTCOME_NAMES[outcome], stacked: "1 / 2 / 2 / 4" },
  {
    key: "what",
    head: "What happened",
    cell: ({ failure, changeSetId }) => (
      <>
        {failure}
        {changeSetId !== null && (
          <>
            {" "}
            <a href={`/admin/changes/${changeSetId}`}>Change set {changeSetId}</a>
          </>
        )}
      </>
    ),
    stacked: "2 / 1 / 3 / 4",
  },
];
