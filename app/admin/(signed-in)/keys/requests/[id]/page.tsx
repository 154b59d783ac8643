import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { issue, refuse } from "@/app/admin/(signed-in)/keys/requests/actions";
import { DoneNotice } from "@/components/admin/done-notice";
import { IssueKeySection, RefuseKeySection } from "@/components/admin/key-request-forms";
import { StaffHead } from "@/components/admin/staff-head";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import { RowId } from "@/lib/desk/forms/fields-schema";
import { findKeyRequest } from "@/lib/desk/key-requests/data";
import { KEY_REQUESTS_PATH } from "@/lib/desk/key-requests/schema";
import type { SearchParams } from "@/lib/pages/query";
import { formatCount } from "@/lib/text/format";
import { formatInstant } from "@/lib/text/format-instant";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Key request" };

const DONE = {
  refused: "Refused. Nobody is told by itself: write to who asked.",
  answered: "This request was answered meanwhile: nothing was done.",
};
const SUBJECT = encodeURIComponent("Your request for a Price Atlas API key");

export default async function KeyRequestPage({ params, searchParams }: Props) {
  const { id: given } = await params;
  const staff = await requireStaff("key.read", `${KEY_REQUESTS_PATH}/${given}`);
  const id = RowId.safeParse(given);
  const request = id.success ? await findKeyRequest(id.data) : null;
  if (!request) notFound();
  const { name, email, purpose, requestsPerMinute, at, outcome, answer, closedAt } = request;
  return (
    <>
      <StaffHead
        title={`${name} asks for a key`}
        crumbs={[
          { name: "Keys", href: "/admin/keys" },
          { name: "Requests", href: KEY_REQUESTS_PATH },
        ]}
      >
        The answer goes by e-mail, from you: the key’s token is shown once, here.
      </StaffHead>
      <DoneNotice done={(await searchParams).done} words={DONE} />
      <dl className="report-price">
        <div>
          <dt>E-mail</dt>
          <dd className="break">
            {email === null ? "erased" : <a href={`mailto:${encodeURIComponent(email)}?subject=${SUBJECT}`}>{email}</a>}
          </dd>
        </div>
        <div>
          <dt>Requests a minute</dt>
          <dd>{formatCount(requestsPerMinute)}</dd>
        </div>
        <div>
          <dt>Came in (UTC)</dt>
          <dd>{formatInstant(at)}</dd>
        </div>
        {closedAt && (
          <div>
            <dt>Answered (UTC)</dt>
            <dd>{formatInstant(closedAt)}</dd>
          </div>
        )}
      </dl>
      <section className="section-near">
        <h2 className="section-title">What it is for</h2>
        <p className="section-note break">{purpose}</p>
        {answer !== null && <p className="section-note break">Refused: {answer}</p>}
      </section>
      {outcome !== "refused" && may(staff.role, "key.issue") && (
        <IssueKeySection request={request} action={issue} formId={randomUUID()} />
      )}
      {outcome === null && may(staff.role, "key.refuse") && <RefuseKeySection request={request} action={refuse} />}
    </>
  );
}
