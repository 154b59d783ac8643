"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { findClientAddress } from "@/lib/access/limits/client-address";
import { isOwnPost } from "@/lib/access/staff/origin";
import type { FormAnswer } from "@/lib/contract/form-schema";
import { findReportedPrice } from "@/lib/desk/reports/data";
import { fileReport } from "@/lib/desk/reports/mutations";
import { hashAddress, isFormToken, toSeriesText } from "@/lib/desk/reports/rules";
import { REPORT_BOUNDS, ReportForm, SeriesKey } from "@/lib/desk/reports/schema";
import { reportSecret } from "@/lib/desk/reports/secret";
import { reportWatch } from "@/lib/desk/reports/watch";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { requireVersion } from "@/lib/versions/current";

const SENTENCES = {
  token: "Not sent yet: this form was opened at another connection, or more than a day ago. Send it once more.",
  address: `Not sent: you can send ${REPORT_BOUNDS.ofAddress} reports an hour. Everything you typed is still here; send it later.`,
  price: `Not sent: ${REPORT_BOUNDS.ofPrice} reports of yours on this price are open already. Everything you typed is still here.`,
  robot:
    "Not sent: a field that is hidden from people was filled in. If your browser did that, empty it and send it again.",
  all: "Not sent: more reports came in than we can read. Everything you typed is still here; send it in an hour.",
  gone: "Not sent: this price is no longer listed.",
  unavailable: "Not sent: our database does not answer. Everything you typed is still here; send it again in a minute.",
};

/** Returns a faulty form as it was filled in. Never fetches what the form names. */
export async function sendReport(_before: FormAnswer | null, form: FormData): Promise<FormAnswer> {
  const received = await headers();
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  const values = Object.fromEntries(texts.filter(([name]) => !name.startsWith("$")));
  const series = SeriesKey.safeParse(values);
  if (!isOwnPost(received) || !series.success) redirect("/report");
  // Hidden field against bots.
  if (values.website) return { message: SENTENCES.robot, errors: {}, values: { ...values, website: "" } };
  const address = findClientAddress(received.get("x-forwarded-for"), env().TRUST_PROXY_HOPS);
  const filed = await fileForm(values, series.data, address);
  if ("id" in filed) redirect(`/report/${filed.id}`);
  return { message: null, errors: {}, ...filed, values };
}

type Refusal = Partial<Pick<FormAnswer, "message" | "errors">>;

async function fileForm(
  values: Record<string, string>,
  series: SeriesKey,
  address: string,
): Promise<{ id: number } | Refusal> {
  const form = ReportForm.safeParse(values);
  if (!form.success) {
    const errors: Record<string, string> = {};
    for (const { path, message } of form.error.issues) errors[String(path[0])] ??= message;
    return { errors };
  }
  const secret = reportSecret();
  if (!isFormToken(values.token ?? "", secret, address, toSeriesText(series), Date.now()))
    return { message: SENTENCES.token };
  try {
    const price = await findReportedPrice(await requireVersion(), series);
    if (price === null) return { message: SENTENCES.gone };
    const filed = await fileReport(price, form.data, hashAddress(secret, address));
    if ("bound" in filed) return { message: SENTENCES[filed.bound] };
    await reportWatch().look();
    return filed;
  } catch (error) {
    log().warn({ error: error instanceof Error ? error.message : "" }, "a report could not be filed");
    return { message: SENTENCES.unavailable };
  }
}
