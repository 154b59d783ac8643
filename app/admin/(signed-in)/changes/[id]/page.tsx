import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Fragment } from "react";
import { check, decide, removeFromDraft, takeBack } from "@/app/admin/(signed-in)/changes/actions";
import { draftAccessColumns } from "@/components/admin/access-columns";
import { CheckForm, DecideForm, RowsForm, TakeBackForm } from "@/components/admin/change-forms";
import { ChangePreview } from "@/components/admin/change-preview";
import {
  listCounts,
  toStatus,
  writeChangeSetFinding,
  writeChangeStory,
  writeDecider,
} from "@/components/admin/change-words";
import { DoneNotice } from "@/components/admin/done-notice";
import { entryColumns } from "@/components/admin/entry-columns";
import { JobWatch } from "@/components/admin/job-watch";
import { draftProductColumns } from "@/components/admin/product-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { UploadForm } from "@/components/admin/upload-form";
import { toUploadRefusal } from "@/components/admin/upload-words";
import { DataTable } from "@/components/ui/data-table";
import { Status } from "@/components/ui/status";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may, REFUSAL_ID } from "@/lib/access/staff/roles/rules";
import type { SignedIn } from "@/lib/access/staff/roles/schema";
import {
  findChangeSet,
  findHeldSetId,
  findNewestVersionId,
  findTakingBack,
  listCoauthors,
  listFiles,
} from "@/lib/desk/changes/data";
import { type JobProgress, jobs } from "@/lib/desk/changes/jobs/jobs";
import { renewPreview } from "@/lib/desk/changes/jobs/renew-mutations";
import { canLeaveOut, findObstacle, mayWithdraw, needsAnother } from "@/lib/desk/changes/rules";
import type { ChangeSetFacts } from "@/lib/desk/changes/schema";
import { RowId } from "@/lib/desk/forms/fields-schema";
import { listDraftAccess } from "@/lib/desk/products/access/data";
import { listDraftProducts } from "@/lib/desk/products/data";
import { listEntries } from "@/lib/desk/verify/data";
import type { SearchParams } from "@/lib/pages/query";
import { formatCount } from "@/lib/text/format";
import { capitalize, countNoun } from "@/lib/text/words";
import { requireVersion } from "@/lib/versions/current";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Change set" };

/** Their files are written when they are checked. */
const WRITTEN_BY_CHECK: ReadonlySet<ChangeSetFacts["origin"]> = new Set(["desk", "revert"]);

/** Notices by state, so that a reload never shows an outdated one. */
const DONE: Partial<Record<ChangeSetFacts["state"], Readonly<Record<string, string>>>> = {
  draft: {
    "sent-back": "Sent back: it is a draft again, with your note.",
    "taken-out": "Removed.",
    removed: "Removed. Its price is in the queue again, and a report that it answered is open again.",
  },
  approved: { approved: "It is approved, and published in its turn." },
  withdrawn: { withdrawn: "Withdrawn. Nothing of it was written." },
};

export default async function ChangeSetPage({ params, searchParams }: Props) {
  const { id: given } = await params;
  const staff = await requireStaff("desk.read", `/admin/changes/${given}`);
  const id = RowId.safeParse(given);
  const stored = id.success ? await findChangeSet(id.data) : null;
  if (!stored) notFound();
  const set = may(staff.role, "change.check") ? await renewPreview(stored) : stored;
  const isOpen = set.state === "draft" || set.state === "waiting";
  const [files, coauthors, newestId, heldSetId, takingBack, entries, products, access] = await Promise.all([
    listFiles(set.id),
    listCoauthors(set),
    findNewestVersionId(),
    findHeldSetId(set.id),
    findTakingBack(set.id),
    isOpen && set.origin === "desk" ? listEntries(await requireVersion(), set.id) : [],
    isOpen && set.origin === "desk" ? listDraftProducts(set.id) : [],
    isOpen && set.origin === "desk" ? listDraftAccess(set.id) : [],
  ]);
  const { done, fault } = await searchParams;
  const job = findJob(set);
  const choices = listChoices(set, staff);
  const hasDecision = isOpen && !job && may(staff.role, "change.decide") && choices.length > 0;
  const mayRemove = set.state === "draft" && !job && may(staff.role, "verify.remove");
  const isFaulty = (set.preview?.faults.count ?? 0) > 0;
  const refusal = toUploadRefusal(fault);
  const mayReplace = set.state === "draft" && set.origin === "upload" && !job && may(staff.role, "change.upload");
  const path = `/admin/changes/${set.id}`;
  return (
    <>
      <StaffHead
        title={writeChangeSetFinding(set)}
        crumbs={[{ name: "Changes", href: "/admin/changes" }]}
        action={<Status {...toStatus(set)} />}
      >
        {set.title}. {writeChangeStory(set, coauthors)} <a href={`/admin/audit?target=change%20${set.id}`}>Usage</a>
        {set.heldFromId !== null && (
          <>
            . Its rates were held back from <a href={`/admin/changes/${set.heldFromId}`}>change set {set.heldFromId}</a>
          </>
        )}
        {heldSetId !== null && (
          <>
            . Rates that it held back are in <a href={`/admin/changes/${heldSetId}`}>change set {heldSetId}</a>
          </>
        )}
        {set.takesBackId !== null && (
          <>
            . It takes back <a href={`/admin/changes/${set.takesBackId}`}>change set {set.takesBackId}</a>
          </>
        )}
        {takingBack !== null && (
          <>
            . It is taken back by <a href={`/admin/changes/${takingBack.id}`}>change set {takingBack.id}</a>
          </>
        )}
      </StaffHead>
      {!job && <DoneNotice done={done} words={DONE[set.state] ?? {}} />}
      {set.failure !== null && <p className="form-refusal">{set.failure}</p>}
      {set.note !== null && <p className="section-note">Note: {set.note}</p>}
      {stored.state === "waiting" && set.state === "draft" && (
        <p className="section-note">
          Another change set was published since its preview was made: it is checked again.
        </p>
      )}
      {job && <JobWatch {...job} href={path} />}
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
        {files.length === 0 &&
          (set.heldFromId === null ? "It has no file yet." : "It has no file: a currency that is missing has no rate.")}
        {files.map(({ id: file, name, bytes }, at) => (
          <Fragment key={file}>
            {at > 0 && ", "}
            {set.state === "withdrawn" || set.origin === "command" ? (
              name
            ) : (
              <a href={`${path}/files/${file}`} download={name}>
                {name}
              </a>
            )}{" "}
            ({formatCount(bytes)} bytes)
          </Fragment>
        ))}
      </p>
      {mayReplace && (
        <details className="replace-files" open={isFaulty || refusal !== null}>
          <summary>Upload other files in place of these</summary>
          <UploadForm fault={typeof fault === "string" ? fault : null} into={set.id} />
        </details>
      )}
      {refusal !== null && !mayReplace && (
        <p className="form-refusal" id={REFUSAL_ID} role="alert" tabIndex={-1}>
          {refusal}
        </p>
      )}
      {set.reasons.length > 0 && <Reasons reasons={set.reasons} hasDecision={hasDecision} />}
      {set.preview && (
        <ChangePreview preview={set.preview} changesHref={set.state === "withdrawn" ? null : `${path}/changes.csv`} />
      )}
      {products.length > 0 && (
        <section className="section-near" id="products">
          <h2 className="section-title">{capitalize(countNoun(products.length, "product", "products"))}</h2>
          <DataTable
            caption="Products of this change set, in the order in which they came"
            columns={draftProductColumns(set.id, mayRemove ? removeFromDraft : null)}
            rows={products}
            rowKey={({ id }) => String(id)}
          />
        </section>
      )}
      {access.length > 0 && (
        <section className="section-near" id="access">
          <h2 className="section-title">
            {capitalize(countNoun(access.length, "sentence", "sentences"))} about buying from abroad
          </h2>
          <DataTable
            caption="Sentences of this change set, in the order in which they came"
            columns={draftAccessColumns(set.id, mayRemove ? removeFromDraft : null)}
            rows={access}
            rowKey={({ id }) => String(id)}
          />
        </section>
      )}
      {entries.length > 0 && (
        <section className="section-near" id="entries">
          <h2 className="section-title">{capitalize(countNoun(entries.length, "entry", "entries"))}</h2>
          {mayRemove && (
            <p className="section-note">
              To change one, remove it and answer again: its price comes back to the queue.
            </p>
          )}
          <DataTable
            caption="Entries of this change set, in the order in which they came"
            columns={entryColumns(set.id, mayRemove ? removeFromDraft : null)}
            rows={entries}
            rowKey={({ id }) => String(id)}
          />
        </section>
      )}
      {isOpen && !job && may(staff.role, "change.check") && (files.length > 0 || WRITTEN_BY_CHECK.has(set.origin)) && (
        <section className="section-near">
          <CheckForm
            id={set.id}
            action={check}
            label={set.preview === null ? "Check it" : "Check again"}
            reading={isAskable(set) ? { decimalMark: set.decimalMark, dayOrder: set.dayOrder } : null}
          />
          {(set.leavesOut || (set.preview && canLeaveOut(set.preview))) && (
            <RowsForm id={set.id} action={check} leavesOut={set.leavesOut} />
          )}
        </section>
      )}
      {set.state === "published" && takingBack === null && may(staff.role, "change.revert") && (
        <TakeBackForm id={set.id} action={takeBack} />
      )}
      {hasDecision && (
        <DecideForm
          id={set.id}
          digest={set.digest}
          action={decide}
          intro={writeDecider(set, staff)}
          obstacle={set.state === "waiting" ? findObstacle(set, staff, newestId) : null}
          choices={choices}
        />
      )}
    </>
  );
}

function Reasons({ reasons, hasDecision }: { reasons: readonly string[]; hasDecision: boolean }) {
  return (
    <section className="why" aria-labelledby="why">
      <h2 id="why">Why a second person decides</h2>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {hasDecision && (
        <p>
          <a href="#decide">Go to the decision</a>
        </p>
      )}
    </section>
  );
}

/** Uploads of which an amount or a day can be read in two ways, or what was said of it. */
const isAskable = ({ origin, preview, decimalMark, dayOrder }: ChangeSetFacts): boolean =>
  origin === "upload" &&
  (preview?.faults.wholes.some((whole) => whole !== "file") || decimalMark !== null || dayOrder !== null);

const PHASES: Readonly<Record<JobProgress["phase"], string>> = {
  queued: "It waits for its turn",
  waiting: "Another import is running: it waits for its end",
  reading: "The files are being read",
  checking: "The rows are being checked",
  merging: "What they would change is being found",
  publishing: "Figures and indexes are being computed",
};

/** In this process with its progress, or in another. */
function findJob({ id, begunAt, state, preview }: ChangeSetFacts): { text: string; share: number | null } | null {
  const progress = jobs().progressOf(id);
  const isQueued = progress?.phase === "queued";
  if (begunAt === null)
    return isQueued && (state === "approved" || preview === null) ? { text: `${PHASES.queued}.`, share: null } : null;
  if (progress === null || isQueued)
    return { text: state === "approved" ? "It is being published." : "It is being checked.", share: null };
  const { phase, rows, share } = progress;
  const text = rows === 0 ? `${PHASES[phase]}.` : `${PHASES[phase]}: ${formatCount(rows)} rows.`;
  return { text, share: phase === "reading" ? share : null };
}

const RELEASE = {
  label: "Release",
  text: "Publishes these rates as a new dataset version; the prices below move with them.",
};
const REFUSE = {
  label: "Refuse",
  text: "Ends unpublished. The same figures do not come back; a rate of another day is compared anew.",
};

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
  const isOther = !needsAnother(set, staff);
  if (set.heldFromId !== null)
    return [
      ...(set.state === "waiting" && isOther && set.preview?.hasChanges ? [{ ...approve, ...RELEASE }] : []),
      ...(mayWithdraw(set, staff) ? [{ ...withdraw, ...REFUSE }] : []),
    ];
  return [
    ...(set.state === "waiting" && isOther ? [approve] : []),
    ...(set.state === "waiting" ? [back] : []),
    ...(mayWithdraw(set, staff) ? [withdraw] : []),
  ];
}
