import { z } from "zod";
import { anyOf, priceInputs } from "@/lib/contract/inputs";

/** A corrected or withdrawn entry keeps its id. */
export const ENTRY_KINDS = ["changed", "corrected", "withdrawn"] as const;

export const FeedQuery = z.object({
  ...priceInputs,
  kind: anyOf(z.enum(ENTRY_KINDS), "Kinds of entries, of those that are listed."),
});
export type FeedQuery = z.infer<typeof FeedQuery>;
