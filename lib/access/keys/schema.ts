import { z } from "zod";
import { Day, Instant } from "@/lib/contract/codes";
import { MS_PER_DAY } from "@/lib/contract/days";
import { StorableText } from "@/lib/contract/text";
import { currentTime } from "@/lib/platform/clock";
import { collapseSpaces } from "./rules";

const Line = z
  .string()
  .trim()
  .regex(/^\P{C}*$/u, "must be a single line of text")
  .transform(collapseSpaces);

const Label = z.string().min(1, "is required").max(100, "has at most 100 characters");

/** Later ones could exceed the year 9999, which cannot be stored. */
export const LATEST_LAST_DAY = "2999-12-31";

/** Permissions of a key: `read` for everything public, `collect` to send readings as drafts besides. */
export const KeyScope = z.enum(["read", "collect"], "is read or collect");
export type KeyScope = z.infer<typeof KeyScope>;

export const KeyInput = z.object({
  name: Line.pipe(Label),
  owner: Line.pipe(Label),
  contact_email: z.email("must be an e-mail address").max(254).optional(),
  requests_per_minute: z.int("must be a whole number").min(1, "is at least 1").max(100_000, "is at most 100,000"),
  scope: KeyScope.optional(),
  note: StorableText.trim().max(2_000, "has at most 2,000 characters").optional(),
  expires_at: z
    .date("must be a day, YYYY-MM-DD")
    .refine((instant) => instant > currentTime(), "must be in the future")
    .max(new Date(Date.parse(LATEST_LAST_DAY) + MS_PER_DAY), `is at most ${LATEST_LAST_DAY}`)
    .optional(),
});
export type KeyInput = z.infer<typeof KeyInput>;

/** Null clears a setting; an omitted one stays. */
export const KeyChanges = KeyInput.extend({
  contact_email: KeyInput.shape.contact_email.nullable(),
  note: KeyInput.shape.note.nullable(),
  expires_at: KeyInput.shape.expires_at.nullable(),
}).partial();
export type KeyChanges = z.infer<typeof KeyChanges>;

/** Choices for the time in which the old token stays valid after a rotation. */
export const Overlap = z.enum(["now", "1h", "24h", "7d"]);
export type Overlap = z.infer<typeof Overlap>;

const KeyWindow = z
  .object({
    used: z.int().describe("Requests of the last minute, this one included."),
    remaining: z.int().describe("Requests left now."),
    resets_at: Instant.describe("When a request is admitted again, or while some remain, when there is one more."),
  })
  .meta({ id: "KeyWindow", description: "What a key has used of its limit." });

const KeyDay = z
  .object({
    day: Day.describe("In UTC."),
    answered: z.int().describe("Requests with an answer, 304 included."),
    limited: z.int().describe("Requests over the limit (429)."),
    errors: z.int().describe("Requests with any other problem."),
  })
  .meta({ id: "KeyDay", description: "Requests of a key on one day." });

export const OwnKey = z
  .object({
    name: z.string(),
    requests_per_minute: z.int(),
    scope: z.enum(KeyScope.options).describe("What it may do: read, or collect, which may send readings too."),
    window: KeyWindow,
    expires_at: Instant.nullable(),
    days: z
      .array(KeyDay)
      .nullable()
      .describe("The last 30 days, today last, without requests of the last seconds. Null while they cannot be read."),
  })
  .meta({ id: "OwnKey" });
export type OwnKey = z.infer<typeof OwnKey>;
