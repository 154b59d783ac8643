import type { PublicReport } from "@/lib/desk/reports/schema";
import { writeOutcome } from "./report-words";

export function ReportMark({ report }: { report: PublicReport | undefined }) {
  if (report === undefined) return null;
  const outcome = writeOutcome(report);
  if (outcome === null)
    return (
      <a className="reported" href={`/report/${report.id}`}>
        reported
      </a>
    );
  return (
    <span className="sub">
      <a href={`/report/${report.id}`}>Report {report.id}</a>. {outcome}
    </span>
  );
}
