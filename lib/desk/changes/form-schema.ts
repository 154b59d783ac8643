import { z } from "zod";
import { StorableText } from "@/lib/contract/text";
import { RowId } from "@/lib/desk/forms/fields-schema";
import { ChangeSetState, DayOrders, DecimalMarks } from "./schema";

const MAX_NOTE_CHARS = 500;

/** An empty answer takes back the one before; none leaves it. */
const orNothing = <Values extends z.ZodType>(values: Values) =>
  z.union([values, z.literal("").transform(() => null)], "is none of the choices").optional();

export const CheckedForm = z.object({
  id: RowId,
  decimal: orNothing(DecimalMarks),
  dates: orNothing(DayOrders),
  /** Which rows are checked; none leaves it as it was. */
  rows: z.enum(["all", "good"], "is none of the choices").optional(),
});

export const RevertForm = z.object({ id: RowId });

/** One entry of a draft: of a price, of a product, or of how one is bought from abroad. */
export const EntryForm = z.object({
  id: RowId,
  entry: RowId.optional(),
  product: RowId.optional(),
  access: RowId.optional(),
});

const DecisionNote = StorableText.trim()
  .max(MAX_NOTE_CHARS, `has at most ${MAX_NOTE_CHARS} characters`)
  .transform((text) => text || null)
  .default(null);

export const DecisionForm = z.object({
  id: RowId,
  decision: z.enum(["approve", "back", "withdraw"], "is none"),
  /** Of the files and the preview that the page showed. */
  digest: z.string().max(64).default(""),
  note: DecisionNote,
});

export const ChangesQuery = z.object({
  state: ChangeSetState.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
