import { z } from "zod";
import { StorableText } from "@/lib/contract/text";
import { RowId } from "@/lib/desk/forms/fields-schema";

/** Binds the token of the form, so that one of a report does not serve here. */
export const KEY_REQUEST_SUBJECT = "key-request";
export const KEY_REQUESTS_PATH = "/admin/keys/requests";

const MAX_LIMIT = 100_000;
const MAX_PURPOSE_CHARS = 1_000;
const MAX_REASON_CHARS = 500;

const Limit = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,5}$/, "Write a whole number.")
  .transform(Number)
  .refine((limit) => limit <= MAX_LIMIT, "At most 100,000 requests a minute.");

export const KeyRequestForm = z.object({
  name: StorableText.trim()
    .min(1, "Write who asks.")
    .max(100, "At most 100 characters.")
    .regex(/^\P{C}*$/u, "Write one line."),
  email: StorableText.trim()
    .max(254, "An e-mail address has at most 254 characters.")
    .pipe(z.email("That is no e-mail address.")),
  purpose: StorableText.trim().min(1, "Write what the key is for.").max(MAX_PURPOSE_CHARS, "At most 1,000 characters."),
  requests_per_minute: Limit,
});
export type KeyRequestForm = z.infer<typeof KeyRequestForm>;

/** Of the page with the form. */
export const KeysPageQuery = z.object({ sent: z.enum(["yes"]).optional() });

export const IssueKeyForm = z.object({
  id: RowId,
  requests_per_minute: z.coerce
    .number("must be a whole number")
    .int("must be a whole number")
    .min(1, "is at least 1")
    .max(MAX_LIMIT, "is at most 100,000"),
});

export const RefuseKeyForm = z.object({
  id: RowId,
  answer: StorableText.trim().min(1, "is needed").max(MAX_REASON_CHARS, `has at most ${MAX_REASON_CHARS} characters`),
});

export const KeyRequestsQuery = z.object({
  state: z.enum(["open", "closed"]).default("open"),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});

export type KeyRequest = {
  id: number;
  name: string;
  /** Null once erased. */
  email: string | null;
  purpose: string;
  requestsPerMinute: number;
  at: Date;
  outcome: "issued" | "refused" | null;
  answer: string | null;
  closedAt: Date | null;
  keyId: string | null;
};
