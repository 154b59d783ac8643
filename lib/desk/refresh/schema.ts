import { z } from "zod";
import { HIGHEST_BOUNDS } from "@/lib/catalogue/fx/rate-bounds-rules";
import { StorableText } from "@/lib/contract/text";
import type { ReadingState } from "@/lib/dataset/reading/rules";
import { PEOPLE_SOURCES } from "@/lib/dataset/rules";

export const FEED_BYTES = {
  // Of the whole history.
  "ecb-xml": 20_000_000,
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
  /** Credit of a source that was added at the desk. */
  attribution: z.string().nullable(),
  addressById: z.string().nullable(),
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
  /** Since when it is not read. */
  pausedAt: z.date().nullable(),
});
export type Feed = z.infer<typeof Feed>;

/** `newestOn`: the newest day of its readings that are published. */
export type FeedState = Feed & {
  newestOn: string | null;
  missed: number;
  status: ReadingState | null;
  changeSetId: number | null;
  /** Names the newest change set where staff withdrew it or took it back, so that nobody waits for the publisher; else null. */
  ended: { changeSetId: number; how: "withdrawn" | "taken back" } | null;
};

export type FeedHealth = FeedState & {
  /** Current prices, and days since their readings at the 10th, 50th and 90th percentile; null without prices. */
  ages: { prices: number; young: number; middle: number; old: number } | null;
  /** Rows of the last reading that was checked, with its day, and those of the time before; null where there was none. */
  rows: { on: string; read: number; expected: number | null } | null;
  /** What it changed last, on the day of its publish. */
  changed: { changeSetId: number; on: string; added: number; changed: number; confirmed: number } | null;
};

export const toSourceHref = (id: string): string => `/admin/desk/sources/${id}`;

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

const Address = z
  .string()
  .trim()
  .max(2_048, "has at most 2,048 characters")
  .refine((text) => /^https?:\/\/[^\s@]+$/.test(text) && URL.canParse(text), "must begin with https://");
const Cadence = z.coerce
  .number("must be a number")
  .int("must be whole")
  .min(1, "is at least 1")
  .max(400, "is at most 400");
const Line = StorableText.trim()
  .min(1, "is needed")
  .max(200, "has at most 200 characters")
  .regex(/^\P{Cc}*$/u, "must be one line");

/** The address that was tried, sent back to save it. */
const Seen = z.string().max(2_048).catch("");

/** A source at an address of our own format. */
export const AddFeedForm = z.object({
  seen: Seen,
  id: z
    .string()
    .trim()
    .max(60, "has at most 60 characters")
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "has small letters, digits and single hyphens")
    .refine((id) => !/-\d{4}-\d{2}-\d{2}$/.test(id), "does not end in a day")
    .refine((id) => !PEOPLE_SOURCES.includes(id), "is that of what people read"),
  name: Line,
  publisher: Line,
  license: Line,
  attribution: Line,
  address: Address,
  cadence_days: Cadence,
});

export const FeedForm = z.object({
  seen: Seen,
  id: FeedId,
  address: Address,
  cadence_days: Cadence,
  auto_publish: z.preprocess((text) => text === "on", z.boolean()),
  same_day_bound: Percent(HIGHEST_BOUNDS.sameDay),
  week_bound: Percent(HIGHEST_BOUNDS.week),
  older_bound: Percent(HIGHEST_BOUNDS.older),
});

/** The answer to whether sources are read by themselves. */
export const RefreshChoiceForm = z.object({ reads: z.enum(["yes", "no"]) });

export const ReadNowForm = z.object({ id: FeedId });

export const PauseForm = z.object({ id: FeedId, paused: z.enum(["yes", "no"], "is none") });

export const RemoveFeedForm = z.object({ id: FeedId });

export const READING_OUTCOMES = ["unchanged", "nothing new", "waiting", "published", "faulty", "failed"] as const;
export type FeedReading = {
  id: number;
  at: Date;
  outcome: (typeof READING_OUTCOMES)[number];
  failure: string | null;
  changeSetId: number | null;
};

/** `address`: the one that the page showed. */
export const AddressForm = z.object({ id: FeedId, address: z.string() });
