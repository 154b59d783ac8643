import { z } from "zod";
import { Day } from "@/lib/contract/codes";

export const SourceFacts = z.object({
  id: z.string().describe("Named by `source` and `fx_source` elsewhere."),
  name: z.string(),
  publisher: z.string(),
  url: z.url(),
  license: z.string().describe("Of what was taken from there."),
  attribution: z.string().describe("The credit it asks for, and what was changed."),
  n_prices: z.int().nonnegative().describe("Current prices last read there."),
  n_observations: z.int().nonnegative().describe("Prices read there, current and past."),
  n_rates: z.int().nonnegative().describe("Exchange rates taken from there."),
  n_lenses: z
    .int()
    .nonnegative()
    .describe("Tax rates, statements about tax, incomes and price levels taken from there."),
  from: Day.nullable().describe("First day of what was taken from there; null where it has no days."),
  to: Day.nullable().describe("Newest day of what was taken from there."),
});
export type SourceFacts = z.infer<typeof SourceFacts>;
