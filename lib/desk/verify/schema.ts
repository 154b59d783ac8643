import { z } from "zod";
import { MAX_QUOTE_CHARS } from "@/lib/catalogue/prices/provenance-schema";
import type { Period, Platform } from "@/lib/contract/codes";
import { CountryCode, Day, Slug } from "@/lib/contract/codes";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { ONE_LINE, StorableText } from "@/lib/contract/text";
import { optionalField, readTicks } from "@/lib/desk/forms/fields-schema";
import { currentDay } from "@/lib/platform/clock";
import { type PrintedField, readPrintedField } from "./printed-field-rules";

export const QUEUE_PAGE_SIZE = 25;

export const ANSWERS = ["confirm", "amount", "ended", "unsure"] as const;
export type Answer = (typeof ANSWERS)[number];

export const REASON_NAMES = {
  typing_error: "A typing error",
  source_error: "An error of the source",
  wrong_series: "It belongs to another price",
  duplicate: "A duplicate",
  source_withdrew: "The source withdrew it",
} as const;

export const UNSURE_DAYS = 30;

/** Of what has the focus while the queue is worked through: addresses end in it, so that it has it without scripts too. */
export const WORK_ID = "work";

const MAX_URL_CHARS = 2_048;

export const PageAddress = StorableText.trim()
  .max(MAX_URL_CHARS, `has at most ${MAX_URL_CHARS} characters`)
  .refine((text) => /^https?:\/\/[^\s\p{Cc}]+$/u.test(text) && URL.canParse(text), "must begin with https://");

/** As the page prints it; `readPrintedField` reads it. */
export const PrintedText = StorableText.trim()
  .max(MAX_QUOTE_CHARS, `has at most ${MAX_QUOTE_CHARS} characters`)
  .regex(ONE_LINE, "must be one line");
export const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => CURRENCY_CODES.has(code), "is no code of ISO 4217, such as EUR");

export const ReadOn = Day.refine((day) => day <= currentDay(), "is in the future");

/** One series (`price`), or ticked ones as fields `price-<id>`. */
export const AnswerForm = z
  .looseObject({
    answer: z.enum(ANSWERS, "is none"),
    back: z
      .string()
      .regex(/^\?[\w=&%.,~*!'()-]*$/)
      .catch(""),
    price: optionalField(z.coerce.number().int().positive()),
    day: optionalField(ReadOn),
    source_url: optionalField(PageAddress),
    amount: optionalField(PrintedText),
    currency: optionalField(Currency),
  })
  .superRefine(({ answer, day, source_url, amount, currency }, { addIssue }) => {
    const need = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
    if (answer === "unsure") return;
    if (day === undefined) need("day", "is needed");
    if (source_url === undefined) need("source_url", "is needed");
    if (answer === "amount" && amount === undefined) need("amount", "is needed");
    if (answer === "amount" && currency === undefined) need("currency", "is needed");
  })
  .transform(({ price, answer, back, day, source_url, amount, currency, ...others }, { addIssue }) => ({
    answer,
    back,
    day,
    source_url,
    printed: readPrintedInput({ amount, currency }, addIssue),
    currency,
    prices: [...new Set([...(price === undefined ? [] : [price]), ...readTicks(others, "price")])],
  }));

/** Null without an amount; adds an issue where it is no amount of the currency. */
export function readPrintedInput(
  { amount, currency }: { amount?: string | undefined; currency?: string | undefined },
  addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void,
): PrintedField | null {
  if (amount === undefined) return null;
  const printed = readPrintedField(amount, currency);
  if (typeof printed !== "string") return printed;
  addIssue({ code: "custom", path: ["amount"], message: printed });
  return null;
}

/** `row` and `do` open the form of one row; with `work` each answer opens that of the next. */
export const QueueQuery = z.object({
  source: StorableText.max(100).optional(),
  product: Slug.optional(),
  country: CountryCode.optional(),
  row: z.coerce.number().int().positive().optional(),
  do: z.enum(ANSWERS).optional(),
  work: z.enum(["yes"]).optional(),
  tick: z.coerce.number().int().min(0).max(QUEUE_PAGE_SIZE).default(0),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export type QueueQuery = z.infer<typeof QueueQuery>;

/** A price that has no series yet: publishing makes one. */
export type NewSeries = {
  product: string;
  country: string;
  platform: Platform;
  period: Period;
};

export type QueueRow = {
  id: number;
  product: string;
  name: string;
  plan: string;
  country: string;
  platform: Platform;
  period: Period;
  amount: number;
  currency: string;
  sourceId: string;
  sourceUrl: string;
  website: string | null;
  verifiedOn: string;
  /** In the last 30 days. */
  requests: number;
};

export type Queue = {
  rows: QueueRow[];
  total: number;
  all: number;
  sources: { id: string; name: string; count: number }[];
};

export const EMPTY_QUEUE: Queue = { rows: [], total: 0, all: 0, sources: [] };

export const DRAFT_KINDS = ["confirm", "amount", "ended", "replace", "withdraw"] as const;

export type DraftEntry = Pick<
  QueueRow,
  "id" | "product" | "name" | "plan" | "country" | "platform" | "period" | "sourceUrl"
> & {
  kind: (typeof DRAFT_KINDS)[number];
  /** The price has no series yet. */
  isNew: boolean;
  /** A visitor told it. */
  isOfVisitor: boolean;
  amount: number | null;
  currency: string | null;
  quote: string | null;
  observedOn: string;
};
