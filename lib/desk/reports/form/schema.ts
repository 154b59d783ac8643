import { z } from "zod";
import { Day } from "@/lib/contract/codes";
import { ONE_LINE, StorableText } from "@/lib/contract/text";
import { optionalField, RowId, readTicks } from "@/lib/desk/forms/fields-schema";
import { FoundBy } from "@/lib/desk/reports/schema";
import { Currency, PageAddress, PrintedText, REASON_NAMES, ReadOn, readPrintedInput } from "@/lib/desk/verify/schema";

const MAX_ANSWER_CHARS = 500;

export const PublicAnswer = StorableText.trim()
  .min(1, "is needed: everybody can read it")
  .max(MAX_ANSWER_CHARS, `has at most ${MAX_ANSWER_CHARS} characters`)
  .regex(ONE_LINE, "must be one line");

export const CloseReportForm = z.object({ id: RowId, answer: PublicAnswer });

/** Ticked reports are fields `report-<id>`. */
export const CloseManyForm = z
  .looseObject({
    answer: PublicAnswer,
    back: z
      .string()
      .regex(/^\?[\w=&]*$/)
      .catch(""),
  })
  .transform(({ answer, back, ...fields }) => ({
    answer,
    back,
    ids: readTicks(fields, "report"),
  }));

export const WAYS = {
  amount: "Another amount, read on the day given",
  ended: "No longer listed, as of the day given",
  replace: "The reading on record was wrong: replace it",
  withdraw: "The reading on record was wrong: withdraw it",
} as const;

export const CorrectForm = z
  .object({
    id: RowId,
    way: z.enum(Object.keys(WAYS) as [keyof typeof WAYS], "is none"),
    amount: optionalField(PrintedText),
    currency: optionalField(Currency),
    day: ReadOn.pipe(Day),
    source_url: PageAddress,
    reason: z.enum(Object.keys(REASON_NAMES) as [keyof typeof REASON_NAMES], "is none"),
    answer: PublicAnswer,
  })
  .superRefine(({ way, amount, currency }, { addIssue }) => {
    if (way !== "amount" && way !== "replace") return;
    for (const [path, value] of Object.entries({ amount, currency }))
      if (value === undefined) addIssue({ code: "custom", path: [path], message: "is needed" });
  })
  .transform(({ amount, ...form }, { addIssue }) => ({
    ...form,
    printed: readPrintedInput({ amount, currency: form.currency }, addIssue),
  }));

export const ReportsQuery = z.object({
  state: z.enum(["open", "closed"]).default("open"),
  from: FoundBy.optional(),
  /** 1 ticks all of the page. */
  tick: z.coerce.number().int().min(0).max(1).default(0),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
