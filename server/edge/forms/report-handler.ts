import type { IncomingMessage } from "node:http";
import { type RequestContext, requestContext } from "@/lib/api/request-context";
import type { FormAnswer } from "@/lib/contract/form-schema";
import { findReportedPrice } from "@/lib/desk/reports/data";
import { fileReport } from "@/lib/desk/reports/mutations";
import { hashAddress, isFormToken, toReportHref, toSeriesText } from "@/lib/desk/reports/rules";
import { REPORT_BOUNDS, ReportForm, SeriesKey } from "@/lib/desk/reports/schema";
import { reportSecret } from "@/lib/desk/reports/secret";
import { reportWatch } from "@/lib/desk/reports/watch";
import { log } from "@/lib/platform/log";
import { requireVersion } from "@/lib/versions/current";
import type { RenderCaller, RenderGate } from "@/server/edge/bounds/render-gate";
import { readBody } from "@/server/edge/bounds/request-bounds";
import { toFailurePage } from "@/server/edge/pages/failure-page";
import type { PageRenderer } from "@/server/edge/pages/page-renderer";
import { toRedirect } from "@/server/edge/responses/whole-response";

/** The form is a few lines. */
const BODY_BYTES = { max: 16_384, maxDropped: 1_048_576 };

type Surroundings = {
  context: RequestContext;
  caller: () => RenderCaller;
  /** Bounds what renders forms again: a flood of them keeps no reader waiting. */
  gate: RenderGate;
  pages: PageRenderer;
};

/**
 * Receives the form "Report a price" of a visitor, without scripts. Leads to the page of the report; a form that cannot be
 * filed is shown again as it was filled in, also while the database is unavailable. The origin of the post was checked
 * before. Nothing that the form names is ever fetched.
 */
export async function receiveReport(request: IncomingMessage, around: Surroundings): Promise<Response> {
  const body = await readBody(request, BODY_BYTES);
  const fields = body && readFields(body, request.headers["content-type"]);
  const series = SeriesKey.safeParse(fields);
  if (fields === null || !series.success) return toFailurePage("unreadable");
  // A field that people do not see: whoever fills it in is thanked, and not heard.
  if (fields.website) return toRedirect(`/services/${series.data.product}`);
  const answer = await take(fields, series.data, around.caller().client);
  if ("id" in answer) return toRedirect(`/report/${answer.id}`);
  return showAgain(request, { ...around, series: series.data, answer });
}

const toSentence = {
  token: "Not sent yet: this form was opened at another connection, or more than a day ago. Send it once more.",
  address: `Not sent: you can send ${REPORT_BOUNDS.ofAddress} reports an hour. Everything you typed is still here; send it later.`,
  all: "Not sent: more reports came in than we can read. Everything you typed is still here; send it in an hour.",
  gone: "Not sent: this price is no longer listed.",
  unavailable: "Not sent: our database does not answer. Everything you typed is still here; send it again in a minute.",
};

type Refusal = FormAnswer & { status: number };

/** Files the report; says why not otherwise. */
async function take(
  fields: Record<string, string>,
  series: SeriesKey,
  address: string,
): Promise<{ id: number } | Refusal> {
  const refusal = (status: number, message: string | null, errors: Record<string, string> = {}): Refusal => ({
    ...{ status, message, errors, values: fields },
  });
  const form = ReportForm.safeParse(fields);
  if (!form.success) {
    const errors: Record<string, string> = {};
    // The first fault of each field, in the order of the form.
    for (const { path, message } of form.error.issues) errors[String(path[0])] ??= message;
    return refusal(422, null, errors);
  }
  const secret = reportSecret();
  if (!isFormToken(fields.token ?? "", secret, address, toSeriesText(series), Date.now()))
    return refusal(422, toSentence.token);
  try {
    const price = await findReportedPrice(await requireVersion(), series);
    if (price === null) return refusal(422, toSentence.gone);
    const filed = await fileReport(price, form.data, hashAddress(secret, address));
    if ("bound" in filed) return refusal(429, toSentence[filed.bound]);
    await reportWatch().look();
    return filed;
  } catch (error) {
    log().warn({ error: error instanceof Error ? error.message : "" }, "a report could not be filed");
    return refusal(503, toSentence.unavailable);
  }
}

type Again = Surroundings & { series: SeriesKey; answer: Refusal };

async function showAgain(
  request: IncomingMessage,
  { context, caller, gate, pages, series, answer }: Again,
): Promise<Response> {
  const { cookie, "x-forwarded-for": forwarded, host, "content-security-policy": policy } = request.headers;
  const sent = {
    accept: "text/html",
    host,
    cookie,
    "x-forwarded-for": forwarded?.toString(),
    "content-security-policy": policy?.toString(),
  };
  const headers = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const call = { url: toReportHref(series), headers: Object.fromEntries(headers) };
  const draw = () => requestContext.run({ ...context, form: answer }, () => pages.render(call));
  const page = await gate.run(caller(), draw);
  page.headers.set("Cache-Control", "no-store");
  if (answer.status !== 422) page.headers.set("Retry-After", answer.status === 503 ? "5" : "3600");
  const status = page.status === 200 ? answer.status : page.status;
  return new Response(page.body, { status, headers: page.headers });
}

/** Fields of a form that is sent without scripts; null for anything else. */
function readFields(body: Buffer, contentType = ""): Record<string, string> | null {
  if (!/^application\/x-www-form-urlencoded *(?:;|$)/i.test(contentType)) return null;
  const pairs = [...new URLSearchParams(body.toString("utf8"))];
  return new Set(pairs.map(([name]) => name)).size === pairs.length ? Object.fromEntries(pairs) : null;
}
