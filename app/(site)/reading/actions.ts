"use server";

import type { FormAnswer } from "@/lib/contract/form-schema";
import { receiveForm } from "@/lib/desk/reports/form/receive";
import { REPORT_BOUNDS } from "@/lib/desk/reports/rules";
import { findReadingProduct, readVisitorForm } from "@/lib/desk/visitors/data";
import { fileReading } from "@/lib/desk/visitors/mutations";
import { READING_PATH, toReadingHref, toReadingSubject } from "@/lib/desk/visitors/rules";
import { ReadingSubject, VisitorForm } from "@/lib/desk/visitors/schema";
import { requireVersion } from "@/lib/versions/current";

const SENTENCES = {
  address: `Not sent: you can send ${REPORT_BOUNDS.ofAddress} prices an hour. Everything you typed is still here; send it later.`,
  price: `Not sent: ${REPORT_BOUNDS.ofPrice} readings of yours of this price wait already. Everything you typed is still here.`,
  all: "Not sent: more prices came in than we can read. Everything you typed is still here; send it in an hour.",
  gone: "Not sent: this subscription is no longer listed.",
};

/** Never fetches what the form names. */
export async function sendReading(_before: FormAnswer | null, form: FormData): Promise<FormAnswer> {
  return receiveForm(form, {
    page: READING_PATH,
    schema: VisitorForm,
    subjectOf: (values) => {
      const subject = ReadingSubject.safeParse(values);
      return subject.success ? toReadingSubject(subject.data.product) : null;
    },
    file: async (input, sender, values) => {
      const { product } = ReadingSubject.parse(values);
      const version = await requireVersion();
      if ((await findReadingProduct(version, product)) === null) return { message: SENTENCES.gone };
      const read = await readVisitorForm(version, product, input);
      if ("errors" in read) return read;
      const bound = await fileReading(read, sender);
      return bound === null ? { goTo: `${toReadingHref(product)}&sent=yes` } : { message: SENTENCES[bound] };
    },
  });
}
