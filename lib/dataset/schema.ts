import { z } from "zod";
import { Day, Instant } from "@/lib/contract/codes";

/** Days on which the current prices of a version were read. */
export const DataDays = {
  data_from: Day.nullable().describe(
    "Oldest reading of a current price; null in versions published before it was kept.",
  ),
  data_to: Day.nullable().describe("Newest reading of a current price."),
  data_median: Day.nullable().describe("Day by which half of the current prices were read."),
};

export const DatasetSummary = z.object({
  version: z.string(),
  published_at: Instant,
  data_date: Day.describe("Newest day of verification."),
  ...DataDays,
  index_read: z
    .object({ from: Day, to: Day, median: Day })
    .nullable()
    .describe("Days on which the prices that the index compares were read, and the day by which half of them were."),
  fx_date: Day.nullable().describe("Rate day: all US dollar figures are at the exchange rates of this day."),
  prices: z.int().nonnegative(),
  products: z.int().nonnegative().describe("Those with a current price."),
  countries: z.int().nonnegative(),
  sources: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      publisher: z.string(),
      url: z.url(),
      license: z.string(),
      prices: z.int().nonnegative().describe("Current prices read there."),
      rates: z.boolean().describe("Exchange rates were taken from there."),
    }),
  ),
});
export type DatasetSummary = z.infer<typeof DatasetSummary>;
export type SummarySource = DatasetSummary["sources"][number];

export const DayCount = z
  .object({ day: Day, count: z.int().positive() })
  .meta({ id: "DayCount", description: "Current prices last verified on a day." });
export type DayCount = z.infer<typeof DayCount>;
