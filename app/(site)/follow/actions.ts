"use server";

import { findNames } from "@/lib/catalogue/search/data";
import type { FormAnswer } from "@/lib/contract/form-schema";
import { receiveForm } from "@/lib/desk/reports/form/receive";
import { askToFollow } from "@/lib/mails/follows/mutations";
import { FOLLOW_BOUNDS, FOLLOW_PATH, toFollowHref } from "@/lib/mails/follows/rules";
import { FOLLOW_SUBJECT, FollowForm } from "@/lib/mails/schema";
import { sendsMail } from "@/lib/platform/env";
import { requireVersion } from "@/lib/versions/current";

const SENTENCES = {
  address: `Not sent: you can ask ${FOLLOW_BOUNDS.ofAddress} times an hour. Everything you typed is still here; send it later.`,
  all: "Not sent: more people asked than we can write to. Everything you typed is still here; send it in an hour.",
  gone: "Not sent: this subscription is no longer listed.",
  off: "Not sent: this site sends no mails at the moment.",
};

export async function sendFollow(_before: FormAnswer | null, form: FormData): Promise<FormAnswer> {
  return receiveForm(form, {
    page: FOLLOW_PATH,
    schema: FollowForm,
    subjectOf: () => FOLLOW_SUBJECT,
    file: async ({ email, products: asked, country = null }, sender) => {
      if (!sendsMail()) return { message: SENTENCES.off };
      const known = new Set((await findNames(await requireVersion())).products.map(({ slug }) => slug));
      const products = asked.filter((slug) => known.has(slug));
      if (products.length === 0) return { message: SENTENCES.gone };
      const bound = await askToFollow({ address: email, products, country }, sender);
      if (bound !== null) return { message: SENTENCES[bound] };
      return { goTo: toFollowHref({ products, country }, "yes") };
    },
  });
}
