"use server";

import type { FormAnswer } from "@/lib/contract/form-schema";
import { fileKeyRequest } from "@/lib/desk/key-requests/mutations";
import { KEY_REQUEST_SUBJECT, KeyRequestForm } from "@/lib/desk/key-requests/schema";
import { receiveForm } from "@/lib/desk/reports/form/receive";
import { REPORT_BOUNDS } from "@/lib/desk/reports/rules";

const SENTENCES = {
  address: `Not sent: you can ask ${REPORT_BOUNDS.ofAddress} times an hour. Everything you typed is still here; send it later.`,
  all: "Not sent: more requests came in than we can read. Everything you typed is still here; send it in an hour.",
};

export async function sendKeyRequest(_before: FormAnswer | null, form: FormData): Promise<FormAnswer> {
  return receiveForm(form, {
    page: "/docs/keys",
    schema: KeyRequestForm,
    subjectOf: () => KEY_REQUEST_SUBJECT,
    file: async (input, sender) => {
      const bound = await fileKeyRequest(input, sender);
      return bound === null ? { goTo: "/docs/keys?sent=yes" } : { message: SENTENCES[bound] };
    },
  });
}
