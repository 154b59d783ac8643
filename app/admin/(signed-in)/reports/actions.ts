"use server";

import { defineAction } from "@/lib/access/staff/actions/gate";
import { findStaffReport, REPORTS_PAGE_SIZE } from "@/lib/desk/reports/data";
import { CloseManyForm, CloseReportForm, CorrectForm } from "@/lib/desk/reports/form/schema";
import { closeReport, closeReports, tieReport } from "@/lib/desk/reports/mutations";
import type { StaffReport } from "@/lib/desk/reports/schema";
import { reportWatch } from "@/lib/desk/reports/watch";
import { addEntries } from "@/lib/desk/verify/mutations";
import { findOtherPeriod } from "@/lib/desk/verify/printed-field-rules";
import { countNoun } from "@/lib/text/words";
import { requireVersion } from "@/lib/versions/current";

const GONE = { message: "This report was answered meanwhile: nothing was done." };

const toTarget = ({ id, name, plan, country }: StaffReport) =>
  ({ type: "report", id: String(id), name: `Report ${id}, ${name} ${plan}, ${country}` }) as const;
const look = () => void reportWatch().look();

export const close = defineAction("report.close", CloseReportForm, async ({ id, answer }) => {
  const report = await findStaffReport(await requireVersion(), id);
  if (!report) return GONE;
  return async (tx) => {
    if (!(await closeReport(id, answer, tx))) return GONE;
    return { ...toTarget(report), after: { answer }, next: { goTo: "/admin/reports?done=closed" }, followUp: look };
  };
});

export const closeMany = defineAction("report.close", CloseManyForm, async ({ ids, answer, back }) => {
  if (ids.length === 0) return { message: "No report is ticked." };
  if (ids.length > REPORTS_PAGE_SIZE) return { message: `At most ${REPORTS_PAGE_SIZE} reports at once.` };
  return async (tx) => {
    const closed = await closeReports(ids, answer, tx);
    const [first] = closed;
    if (first === undefined) return { message: "These reports were answered meanwhile: nothing was done." };
    return {
      type: "report",
      id: String(first),
      name: countNoun(closed.length, "report", "reports"),
      after: { answer, reports: closed.join(", ") },
      next: { goTo: `/admin/reports${back === "" ? "?" : `${back}&`}done=closed` },
      followUp: look,
    };
  };
});

export const correct = defineAction("report.correct", CorrectForm, async (form, { staff }) => {
  const report = await findStaffReport(await requireVersion(), form.id);
  if (!report || report.outcome !== null) return GONE;
  const { way, day, verifiedOn } = { ...form, verifiedOn: report.verifiedOn };
  const isCorrection = way === "replace" || way === "withdraw";
  if (verifiedOn === null) return { message: "This price is no longer listed: close the report with a reason." };
  if (!isCorrection && day <= verifiedOn)
    return { errors: { day: `must be after ${verifiedOn}, when the price was read; correct that reading instead` } };
  const isSame = Number(form.printed?.amount) === report.nowAmount && form.currency === report.nowCurrency;
  if (way === "replace" && isSame) return { errors: { amount: "is what is on record already" } };
  const other = findOtherPeriod(form.printed?.period, report.period);
  if (other !== null) return { errors: { amount: other } };
  const hasAmount = way === "amount" || way === "replace";
  const entry = {
    seriesId: report.seriesId,
    kind: way,
    sourceUrl: form.source_url,
    amount: hasAmount ? (form.printed?.amount ?? null) : null,
    quote: hasAmount ? (form.printed?.quote ?? null) : null,
    currency: hasAmount ? (form.currency ?? null) : null,
    observedOn: isCorrection ? verifiedOn : day,
    ...(isCorrection && { reason: form.reason, note: form.answer }),
  };
  return async (tx) => {
    const changeSetId = await addEntries([entry], staff, tx);
    if (changeSetId === null || !(await tieReport(form.id, { changeSetId, answer: form.answer }, tx))) return GONE;
    const after = { way, change_set: changeSetId, answer: form.answer };
    return { ...toTarget(report), after, next: { goTo: `/admin/changes/${changeSetId}` }, followUp: look };
  };
});
