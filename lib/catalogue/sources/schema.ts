import { z } from "zod";
import { Day } from "@/lib/contract/codes";
import { READING_STATES } from "@/lib/dataset/reading/rules";
import { SourceFacts } from "@/lib/dataset/sources/schema";

/** The plan is null where the source is not read automatically. */
export const SourceRecord = SourceFacts.extend({
  cadence_days: z
    .int()
    .positive()
    .nullable()
    .describe("Days from one reading to the next; null for a source that is not read by itself."),
  last_read_on: Day.nullable().describe(
    "Newest day on which it counts as read: half of its current prices, or of its currencies, were read within `cadence_days` up to it.",
  ),
  next_due_on: Day.nullable().describe("Day on which newer data are expected."),
  n_missed: z
    .int()
    .nonnegative()
    .nullable()
    .describe("Readings whose day has passed without data of it, today; with `version=`, on the day of its publish."),
  status: z
    .enum(READING_STATES)
    .nullable()
    .describe(
      "`late`: not read for more than one and a half cadences, and six days at least; `silent`: for more than three cadences, and 60 days at least. Today; with `version=`, on the day of its publish.",
    ),
}).meta({
  id: "Source",
  description: "A publication that the dataset uses, how much was taken from it, and when it is due again.",
});
export type SourceRecord = z.infer<typeof SourceRecord>;
