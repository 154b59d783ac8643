import { z } from "zod";
import { anyOf, priceInputs } from "@/lib/contract/inputs";

/** Kinds of entries: an entry of a change that was corrected since, or taken back, keeps its id. */
export const ENTRY_KINDS = ["changed", "corrected", "withdrawn"] as const;

/** Parameters of feeds. */
export const FeedQuery = z.object({
  ...priceInputs,
  kind: anyOf(z.enum(ENTRY_KINDS), "Kinds of entries, of those that are listed."),
});
export type FeedQuery = z.infer<typeof FeedQuery>;
