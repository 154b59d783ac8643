"use server";

import type { FormAnswer } from "@/lib/contract/form-schema";
import { findReportedPrice } from "@/lib/desk/reports/data";
import { receiveForm } from "@/lib/desk/reports/form/receive";
import { fileReport } from "@/lib/desk/reports/mutations";
import { REPORT_BOUNDS, toSeriesText } from "@/lib/desk/reports/rules";
import { ReportForm, SeriesKey } from "@/lib/desk/reports/schema";
import { reportWatch } from "@/lib/desk/reports/watch";
import { requireVersion } from "@/lib/versions/current";

const SENTENCES = {
  address: `Not sent: you can send ${REPORT_BOUNDS.ofAddress} reports an hour. Everything you typed is still here; send it later.`,
  price: `Not sent: ${REPORT_BOUNDS.ofPrice} reports of yours on this price are open already. Everything you typed is still here.`,
  all: "Not sent: more reports came in than we can read. Everything you typed is still here; send it in an hour.",
  gone: "Not sent: this price is no longer listed.",
};

/** Never fetches what the form names. */
export async function sendReport(_before: FormAnswer | null, form: FormData): Promise<FormAnswer> {
  return receiveForm(form, {
    page: "/report",
    schema: ReportForm,
    subjectOf: (values) => {
      const series = SeriesKey.safeParse(values);
      return series.success ? toSeriesText(series.data) : null;
    },
    file: async (input, sender, values) => {
      const price = await findReportedPrice(await requireVersion(), SeriesKey.parse(values));
      if (price === null) return { message: SENTENCES.gone };
      const filed = await fileReport(price, input, sender);
      if ("bound" in filed) return { message: SENTENCES[filed.bound] };
      await reportWatch().look();
      return { goTo: `/report/${filed.id}` };
    },
  });
}
