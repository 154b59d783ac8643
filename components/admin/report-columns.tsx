import { ActionCheckbox } from "@/components/admin/action-fields";
import { wasBilled } from "@/components/report/report-words";
import type { Column } from "@/components/ui/data-table";
import { formatBilled, platformName } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import { REPORT_KINDS } from "@/lib/desk/reports/rules";
import type { StaffReport } from "@/lib/desk/reports/schema";
import { countryName } from "@/lib/text/format";
import { formatInstant } from "@/lib/text/format-instant";

export const REPORT_COLUMNS: readonly Column<StaffReport>[] = [
  {
    key: "price",
    head: "Price",
    isRowHead: true,
    cell: (report) => (
      <>
        <a href={`/services/${report.product}`}>{productLabel(report)}</a>
        <span className="sub">
          {countryName(report.country)}, {platformName(report.platform)}
        </span>
      </>
    ),
    stacked: "1 / 1 / 2 / 3",
  },
  {
    key: "record",
    head: "On record",
    align: "end",
    className: "local",
    unit: { before: "on record " },
    cell: wasBilled,
    stacked: "1 / 3",
  },
  { key: "says", head: "What the report says", cell: (report) => <Says report={report} />, stacked: "2 / 1 / 3 / 4" },
  {
    key: "where",
    head: "Where it was seen",
    className: "break",
    cell: ({ sourceUrl }) =>
      sourceUrl ? (
        <a href={sourceUrl} rel="noreferrer nofollow">
          {sourceUrl}
        </a>
      ) : (
        <span className="muted">found by the check</span>
      ),
    stacked: "3 / 1 / 4 / 4",
  },
  {
    key: "at",
    head: "Came in (UTC)",
    cell: ({ at, foundBy }) => (
      <>
        {formatInstant(at)}
        <span className="sub">{foundBy === "visitor" ? "visitor" : "the check, by itself"}</span>
      </>
    ),
    stacked: "4 / 1 / 5 / 3",
  },
  {
    key: "answer",
    head: "Answer",
    cell: ({ id, outcome, changeSetId, answer }) => (
      <>
        <a href={`/admin/reports/${id}`}>
          {outcome !== null || changeSetId !== null ? "Open" : "Correct or close"}
          <span className="visually-hidden"> report {id}</span>
        </a>
        {answer && <span className="sub">{answer}</span>}
      </>
    ),
    stacked: "5 / 1 / 6 / 4",
  },
];

export const MANY_REPORTS_ID = "many-reports";

/** With a box for each open report that has no correction on its way. */
export const tickedReportColumns = (isTicked: boolean): readonly Column<StaffReport>[] => [
  {
    key: "tick",
    head: <span className="visually-hidden">Tick</span>,
    className: "queue-tick",
    cell: (report) =>
      report.changeSetId === null && (
        <ActionCheckbox
          className="tick"
          label={
            <span className="visually-hidden">
              Tick report {report.id}, {productLabel(report)} in {countryName(report.country)}
            </span>
          }
          name={`report-${report.id}`}
          form={MANY_REPORTS_ID}
          isChecked={isTicked}
        />
      ),
    stacked: "5 / 4",
  },
  ...REPORT_COLUMNS,
];

function Says({ report: { kind, finding, amount, currency, period } }: { report: StaffReport }) {
  if (finding !== null) return finding;
  if (kind === "outlier") return "Unusual for this product";
  if (amount === null || currency === null) return REPORT_KINDS[kind];
  return (
    <>
      {REPORT_KINDS[kind]}: <b>{formatBilled({ amount, currency, period })}</b>
    </>
  );
}
