import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { close, correct } from "@/app/admin/(signed-in)/reports/actions";
import { CloseForm, CorrectReportForm } from "@/components/admin/report-forms";
import { StaffHead } from "@/components/admin/staff-head";
import { writeClaim, writeOutcome } from "@/components/report/report-words";
import { requireStaff } from "@/lib/access/staff/current-data";
import { may } from "@/lib/access/staff/roles/rules";
import { productLabel } from "@/lib/catalogue/products/rules";
import { RowId } from "@/lib/desk/forms/fields-schema";
import { findStaffReport } from "@/lib/desk/reports/data";
import { currentDay } from "@/lib/platform/clock";
import { countryName } from "@/lib/text/format";
import { currentVersion } from "@/lib/versions/current";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Report" };

export default async function StaffReportPage({ params }: Props) {
  const { id: given } = await params;
  const staff = await requireStaff("desk.read", `/admin/reports/${given}`);
  const id = RowId.safeParse(given);
  const version = await currentVersion();
  const report = version && id.success ? await findStaffReport(version, id.data) : null;
  if (!report) notFound();
  const { outcome, changeSetId, sourceUrl, email, readAt } = report;
  const isOpen = outcome === null && changeSetId === null;
  return (
    <>
      <StaffHead
        title={`${productLabel(report)}, ${countryName(report.country)}`}
        crumbs={[{ name: "Reports", href: "/admin/reports" }]}
      >
        {writeClaim(report)} <a href={`/report/${report.id}`}>Its public page</a>
      </StaffHead>
      <dl className="report-price">
        <div>
          <dt>Seen at, as the report says</dt>
          <dd className="break">
            {sourceUrl ? (
              <a href={sourceUrl} rel="noreferrer nofollow">
                {sourceUrl}
              </a>
            ) : (
              "no address: found by the check"
            )}
          </dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd className="break">{email ?? "none"}</dd>
        </div>
        <div>
          <dt>On record, read {report.verifiedOn ?? "–"}</dt>
          <dd className="break">{readAt ? <a href={readAt}>{readAt}</a> : "no longer listed"}</dd>
        </div>
      </dl>
      {outcome !== null && <p className="section-note">{writeOutcome(report)}</p>}
      {outcome === null && changeSetId !== null && (
        <p className="section-note">
          Its correction is in <a href={`/admin/changes/${changeSetId}`}>change set {changeSetId}</a>. It is closed when
          that is published.
        </p>
      )}
      {isOpen && may(staff.role, "report.correct") && report.verifiedOn !== null && (
        <CorrectReportForm report={report} action={correct} today={currentDay()} />
      )}
      {isOpen && may(staff.role, "report.close") && <CloseForm id={report.id} action={close} />}
    </>
  );
}
