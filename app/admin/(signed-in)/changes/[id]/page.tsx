import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { check, decide } from "@/app/admin/(signed-in)/changes/actions";
import { CheckForm, DecideForm } from "@/components/admin/change-forms";
import { ChangePreview } from "@/components/admin/change-preview";
import {
  listCounts,
  STATE_KINDS,
  STATE_NAMES,
  writeChangeSetFinding,
  writeChangeStory,
  writeDecider,
} from "@/components/admin/change-words";
import { DoneNotice } from "@/components/admin/done-notice";
import { JobWatch } from "@/components/admin/job-watch";
import { StaffHead } from "@/components/admin/staff-head";
import { Status } from "@/components/ui/status";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/rules";
import type { SignedIn } from "@/lib/access/staff/schema";
import { findChangeSet, findNewestVersionId, listFiles } from "@/lib/desk/changes/data";
import { ChangeSetId } from "@/lib/desk/changes/form-schema";
import { type JobProgress, jobs } from "@/lib/desk/changes/jobs";
import { findObstacle, mayWithdraw, needsAnother } from "@/lib/desk/changes/rules";
import type { ChangeSetFacts } from "@/lib/desk/changes/schema";
import type { SearchParams } from "@/lib/pages/query";
import { formatCount } from "@/lib/text/format";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Change set" };

const DONE = {
  checking: "It is being checked. Nothing is written by that.",
  approved: "It is approved, and published in its turn.",
  "sent-back": "Sent back: it is a draft again, with your note.",
  withdrawn: "Withdrawn. Nothing of it was written.",
};

export default async function ChangeSetPage({ params, searchParams }: Props) {
  const { id: given } = await params;
  const staff = await requireStaff("desk.read", `/admin/changes/${given}`);
  const id = ChangeSetId.safeParse(given);
  const set = id.success ? await findChangeSet(id.data) : null;
  if (!set) notFound();
  const [files, newestId] = await Promise.all([listFiles(set.id), findNewestVersionId()]);
  const { done } = await searchParams;
  // Work that has its result already is only being tidied up.
  const job = set.preview === null || set.state === "approved" ? jobs().progressOf(set.id) : null;
  const isOpen = set.state === "draft" || set.state === "waiting";
  const path = `/admin/changes/${set.id}`;
  return (
    <>
      <StaffHead
        title={writeChangeSetFinding(set)}
        crumbs={[{ name: "Changes", href: "/admin/changes" }]}
        action={<Status kind={STATE_KINDS[set.state]} word={STATE_NAMES[set.state]} />}
      >
        {set.title}. {writeChangeStory(set)} <a href={`/admin/audit?target=${set.id}`}>What was done with it</a>
      </StaffHead>
      {!job && <DoneNotice done={done} words={DONE} />}
      {set.failure !== null && <p className="form-refusal">{set.failure}</p>}
      {set.note !== null && <p className="section-note">Note: {set.note}</p>}
      {job && <JobWatch text={describeJob(job)} share={job.phase === "reading" ? job.share : null} href={path} />}
      {set.preview && (
        <dl className="counts">
          {listCounts(set.preview).map(({ name, count }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="section-note">
        {files.map(({ name, bytes }) => `${name} (${formatCount(bytes)} bytes)`).join(", ") || "It has no file yet."}
      </p>
      {set.reasons.length > 0 && <Reasons reasons={set.reasons} />}
      {set.preview && (
        <ChangePreview preview={set.preview} changesHref={set.state === "withdrawn" ? null : `${path}/changes.csv`} />
      )}
      {isOpen && !job && may(staff.role, "change.check") && (files.length > 0 || set.origin === "desk") && (
        <section className="section-near">
          <CheckForm id={set.id} action={check} label={set.preview === null ? "Check it" : "Renew the preview"} />
        </section>
      )}
      {isOpen && !job && may(staff.role, "change.decide") && (
        <DecideForm
          id={set.id}
          action={decide}
          intro={writeDecider(set, staff)}
          obstacle={set.state === "waiting" ? findObstacle(set, staff, newestId) : null}
          choices={listChoices(set, staff)}
        />
      )}
    </>
  );
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <section className="why" aria-labelledby="why">
      <h2 id="why">Why a second person decides</h2>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p>
        <a href="#decide">Go to the decision</a>
      </p>
    </section>
  );
}

const PHASES: Readonly<Record<JobProgress["phase"], string>> = {
  queued: "It waits for its turn",
  waiting: "Another import is running: it waits for its end",
  reading: "The files are being read",
  checking: "The rows are being checked",
  merging: "What they would change is being found",
  publishing: "Figures and indexes are being computed",
};

const describeJob = ({ phase, rows }: JobProgress) =>
  rows === 0 ? `${PHASES[phase]}.` : `${PHASES[phase]}: ${formatCount(rows)} rows.`;

function listChoices(set: ChangeSetFacts, staff: SignedIn) {
  const approve = {
    value: "approve",
    label: set.reasons.length > 0 ? "Approve" : "Publish",
    text: "Publishes all of it as a new dataset version, the flagged prices too.",
  } as const;
  const back = {
    value: "back",
    label: "Send back",
    text: `${set.author} gets your note; it is a draft again.`,
  } as const;
  const withdraw = {
    value: "withdraw",
    label: "Withdraw",
    text: "Ends this change set unpublished. For its author and for owners.",
  } as const;
  return [
    ...(set.state === "waiting" && !needsAnother(set, staff) ? [approve] : []),
    ...(set.state === "waiting" ? [back] : []),
    ...(mayWithdraw(set, staff) ? [withdraw] : []),
  ];
}
