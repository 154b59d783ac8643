import { z } from "zod";
import { MAX_SUBSCRIPTIONS, readList } from "@/lib/catalogue/mine/list-rules";
import { CountryCode, Slug } from "@/lib/contract/codes";
import { StorableText } from "@/lib/contract/text";
import { optionalField } from "@/lib/desk/forms/fields-schema";

/** Binds the token of the form, so that one of a report does not serve here. */
export const FOLLOW_SUBJECT = "follow";

/** Slugs with commas between, each once and sorted; what a list has beside them (plans, payments) is left out. */
const Products = z
  .string()
  .max(8_000)
  .transform((text) =>
    readList(text)
      .subscriptions.map(({ product }) => product)
      .sort()
      .slice(0, MAX_SUBSCRIPTIONS),
  );

/** Of the page with the form. */
export const FollowQuery = z.object({
  product: Slug.optional(),
  list: Products.optional(),
  country: CountryCode.optional(),
  sent: z.enum(["yes"]).optional(),
});

export const FollowForm = z.object({
  email: StorableText.trim()
    .max(254, "An e-mail address has at most 254 characters.")
    .pipe(z.email("That is no e-mail address."))
    .transform((address) => address.toLowerCase()),
  products: Products,
  country: optionalField(CountryCode),
});

/** Of the pages that a mail leads to: with its secret, or after its button. */
export const MailQuery = z.object({
  token: z.string().max(100).optional(),
  done: z.enum(["yes", "gone"]).optional(),
});

export type Followed = {
  products: readonly string[];
  /** Null for every country. */
  country: string | null;
};

/** What the desk shows of mails, without anybody's address. */
export type MailCounts = {
  subscribers: number;
  unconfirmed: number;
  waiting: number;
  sent: number;
  refused: number;
  late: number;
  /** With a try whose end nobody saw: some of them may have arrived twice. */
  unseen: number;
  /** SMTP reply codes of the refused ones. */
  codes: number[];
};
