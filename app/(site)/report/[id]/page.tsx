import type { Metadata } from "next";
import { ReportSteps } from "@/components/report/report-form";
import { writeClaim, writeOutcome } from "@/components/report/report-words";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHead } from "@/components/ui/page-head";
import { productLabel } from "@/lib/catalogue/products/rules";
import { RowId } from "@/lib/desk/forms/fields-schema";
import { findPublicReport } from "@/lib/desk/reports/data";
import { readPageVersion } from "@/lib/pages/page-version";

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { title: "Report", robots: { index: false } };

export default async function ReportStatusPage({ params }: Props) {
  const id = RowId.safeParse((await params).id);
  const report = id.success ? await findPublicReport(await readPageVersion({}), id.data) : null;
  // proxy.ts has already answered 404.
  if (report === null)
    return (
      <EmptyState
        level={2}
        title="There is no such report."
        waysOut={[{ href: "/services", text: "All subscriptions" }]}
      />
    );
  const outcome = writeOutcome(report);
  const label = productLabel(report);
  const title =
    report.outcome === null
      ? `Thank you. Report ${report.id} is filed.`
      : `Report ${report.id} ${report.outcome === "corrected" ? "led to a correction" : "is closed"}.`;
  return (
    <>
      <PageHead
        title={title}
        deck={writeClaim(report)}
        crumbs={[
          { name: "Subscriptions", href: "/services" },
          { name: label, href: `/services/${report.product}` },
        ]}
      />
      <div className="report-grid">
        <div>
          <p className="prose">
            {outcome ??
              "A person will compare it with the page that the report names. Until then the row of the price says “reported”."}
          </p>
          <p className="report-go">
            <a className="button button-plain" href={`/services/${report.product}#prices`}>
              Back to {label}
            </a>
          </p>
        </div>
        <ReportSteps title={report.outcome === null ? "What happens now" : "What happens with a report"} />
      </div>
    </>
  );
}
