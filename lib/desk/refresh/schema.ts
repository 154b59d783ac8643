import { z } from "zod";
import { HIGHEST_BOUNDS } from "@/lib/catalogue/fx/rate-bounds-rules";
import type { ReadingState } from "@/lib/dataset/reading-rules";

export const FEED_BYTES = {
  "ecb-xml": 65_536,
  "currency-api": 262_144,
  netflix: 2_097_152,
  opentherank: 20_000_000,
  ecb: 20_000_000,
  native: 100_000_000,
} as const;
export type FeedFormat = keyof typeof FEED_BYTES;
const FEED_FORMATS = Object.keys(FEED_BYTES) as [FeedFormat];

/** Days are YYYY-MM-DD. */
export const Feed = z.object({
  id: z.string(),
  name: z.string(),
  publisher: z.string(),
  address: z.string(),
  format: z.enum(FEED_FORMATS),
  license: z.string(),
  cadenceDays: z.int(),
  autoPublish: z.boolean(),
  sameDayBound: z.number(),
  weekBound: z.number(),
  olderBound: z.number(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  sha256: z.string().nullable(),
  askedAt: z.date().nullable(),
  lastReadOn: z.string().nullable(),
  nextDueOn: z.string(),
  failures: z.int(),
  failure: z.string().nullable(),
  retryAt: z.date().nullable(),
  newAddress: z.string().nullable(),
  newAddressById: z.string().nullable(),
});
export type Feed = z.infer<typeof Feed>;

export type FeedState = Feed & { missed: number; status: ReadingState | null; changeSetId: number | null };

const FeedId = z
  .string()
  .regex(/^[a-z0-9]+([.-][a-z0-9]+)*$/)
  .max(100);

/** Formats that have exchange rates. */
export const RATE_FORMATS: readonly FeedFormat[] = ["ecb-xml", "ecb", "currency-api", "native"];

const LOWEST_BOUND = 0.1;
/** Left out where a source has no rates; then it stays as it is. */
const Percent = (highest: number) =>
  z.coerce
    .number("must be a number")
    .min(LOWEST_BOUND, `is at least ${LOWEST_BOUND}`)
    .max(highest, `is at most ${highest}`)
    .optional();

export const FeedForm = z.object({
  id: FeedId,
  address: z
    .string()
    .trim()
    .max(2_048, "has at most 2,048 characters")
    .refine((text) => /^https:\/\/[^\s@]+$/.test(text) && URL.canParse(text), "must begin with https://"),
  cadence_days: z.coerce
    .number("must be a number")
    .int("must be whole")
    .min(1, "is at least 1")
    .max(400, "is at most 400"),
  auto_publish: z.preprocess((text) => text === "on", z.boolean()),
  same_day_bound: Percent(HIGHEST_BOUNDS.sameDay),
  week_bound: Percent(HIGHEST_BOUNDS.week),
  older_bound: Percent(HIGHEST_BOUNDS.older),
});

export const ReadNowForm = z.object({ id: FeedId });

/** `address`: the one that the page showed. */
export const AddressForm = z.object({ id: FeedId, address: z.string() });
