import { z } from "zod";
import { CountryCode, CurrencyCode, Day, Instant, Periods, Platforms, Slug } from "@/lib/contract/codes";

const DUE_AT_MOST = 1_000;
export const COLLECTIONS_LISTED = 50;
/** Of the header `Idempotency-Key`. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

export const DueQuery = z.object({
  product: Slug.optional().describe("Only prices of this product."),
  country: CountryCode.optional().describe("Only prices of this country."),
  limit: z.int().min(1).max(DUE_AT_MOST).default(100).describe("How many are listed."),
});
export type DueQuery = z.infer<typeof DueQuery>;

export const DueReading = z
  .object({
    product: Slug,
    name: z.string(),
    plan: z.string().describe("The plan whose price is asked for."),
    country: CountryCode,
    platform: Platforms,
    period: Periods,
    amount: z.number().describe("What was read last, in `currency`."),
    currency: CurrencyCode,
    source: z.string().describe("Who read it last."),
    source_url: z.url().describe("Where it was read last."),
    website: z.url().nullable(),
    verified_on: Day.describe("Day on which it was read last."),
    requests: z.int().describe("Requests for its product in the last 30 days."),
  })
  .meta({ id: "DueReading", description: "A price that is to be read again." });
export type DueReading = z.infer<typeof DueReading>;

const Fault = z
  .object({
    line: z.int().describe("From 1, in what was sent."),
    column: z.string().nullable(),
    text: z.string(),
  })
  .meta({ id: "ReadingFault" });

export const Collected = z
  .object({
    change_set: z.int().describe("Number of the draft."),
    state: z.string().describe("`draft` where it has faults or says nothing new, else `waiting` for a person."),
    lines: z
      .object({
        added: z.int(),
        changed: z.int(),
        confirmed: z.int(),
        unchanged: z.int(),
      })
      .meta({ id: "CollectedLines" }),
    reasons: z.array(z.string()).describe("Why a second person has to approve it; empty where one is enough."),
    n_faults: z
      .int()
      .describe("With one or more, nothing of it can be published, unless staff go on without these rows."),
    faults: z.array(Fault).describe("The first 50, by line."),
    failure: z.string().nullable().describe("Why it could not be checked, where that failed on our side."),
  })
  .meta({ id: "Collected", description: "What became of readings when they were checked." });
export type Collected = z.infer<typeof Collected>;

export const Collection = z
  .object({
    change_set: z.int(),
    state: z.string().describe("draft, waiting, approved, published or withdrawn."),
    sent_at: Instant,
    n_faults: z.int().nullable().describe("Null until it was checked."),
    version: z.string().nullable().describe("The dataset version that has it, once it is published."),
    note: z.string().nullable().describe("Words of whoever sent it back, withdrew or approved it."),
  })
  .meta({ id: "Collection", description: "Readings that this key sent." });
export type Collection = z.infer<typeof Collection>;

/** A draft of a key that cannot be published, and why. */
export type StuckCollection = { id: number; title: string; text: string };
