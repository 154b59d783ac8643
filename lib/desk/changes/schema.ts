import { z } from "zod";
import { Periods, Platforms } from "@/lib/contract/codes";
import { WHOLE_FAULTS } from "@/lib/import/read/faults";
import { DECIMAL_MARKS, type DecimalMark } from "@/lib/printed/amount-rules";
import { DAY_ORDERS, type DayOrder } from "@/lib/printed/day-rules";

export const ORIGINS = ["upload", "desk", "refresh", "collect", "revert", "command"] as const;
export type ChangeSetOrigin = (typeof ORIGINS)[number];

/**
 * draft: no preview, faults, or sent back. waiting: needs approval. approved: being published. published and
 * withdrawn are final.
 */
export const CHANGE_SET_STATES = ["draft", "waiting", "approved", "published", "withdrawn"] as const;
export const ChangeSetState = z.enum(CHANGE_SET_STATES);
export type ChangeSetState = z.infer<typeof ChangeSetState>;

export const MAX_TITLE_CHARS = 200;
export const MAX_FILE_NAME_CHARS = 100;
export const MAX_FILES = 10;
export const MAX_FILE_BYTES = 100_000_000;

export const DecimalMarks = z.enum(DECIMAL_MARKS);
export const DayOrders = z.enum(DAY_ORDERS);

const Count = z.int().nonnegative();
const Series = { product: z.string(), country: z.string(), platform: Platforms, period: Periods };
const IndexLevel = z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() });

/** Differs from the reading before. `factor`: ratio in US dollars, now to before. */
export const PreviewedChange = z.object({
  ...Series,
  name: z.string(),
  plan: z.string(),
  previousAmount: z.string(),
  previousCurrency: z.string(),
  previousOn: z.string(),
  amount: z.string(),
  currency: z.string(),
  observedOn: z.string(),
  factor: z.number(),
  /** Over three times the median of the product. */
  isAboveMedian: z.boolean(),
  /** Under a third of it. */
  isBelowMedian: z.boolean(),
  file: z.int().nullable(),
  line: z.int().nullable(),
});
export type PreviewedChange = z.infer<typeof PreviewedChange>;

/** By the model (US = 100), else by the median. */
const PreviewedIndex = z.object({
  country: z.string(),
  kind: z.enum(["model", "median"]),
  before: IndexLevel.nullable(),
  after: IndexLevel.nullable(),
  /** Of the last version that two people saw, where that is not the one before. */
  seen: IndexLevel.nullable().optional(),
});
export type PreviewedIndex = z.infer<typeof PreviewedIndex>;

const Figure = z.object({
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  observedOn: z.string(),
  source: z.string(),
  address: z.string(),
});
/** A reading that the files write; amounts are null where the price ends. */
const PreviewedReading = z.object({ ...Series, before: Figure.nullable(), after: Figure });
export type PreviewedReading = z.infer<typeof PreviewedReading>;

const Cells = z.record(z.string(), z.string().nullable());
/** A row of a table of names, addresses, taxes and such: the cells that differ, null where there is no row. */
const PreviewedRow = z.object({
  table: z.string(),
  key: z.string(),
  before: Cells.nullable(),
  after: Cells.nullable(),
});
export type PreviewedRow = z.infer<typeof PreviewedRow>;

const PreviewedRate = z.object({ date: z.string(), source: z.string(), usdPerUnit: z.string() });
/** A rate out of the bounds of its source; `usdPerUnit` is null for a currency that its day leaves out. */
const PreviewedRateMove = z.object({
  currency: z.string(),
  date: z.string(),
  source: z.string(),
  usdPerUnit: z.string().nullable(),
  from: PreviewedRate,
  percent: z.number().nullable(),
  bound: z.number().nullable(),
  /** Left out of this change set: it goes into one of its own when this one is published. */
  isHeld: z.boolean(),
  /** Current prices in the currency. */
  prices: Count,
});
export type PreviewedRateMove = z.infer<typeof PreviewedRateMove>;

/** A price of the same amount, whose US dollars a month only a rate moves. */
const PreviewedMovedPrice = z.object({
  ...Series,
  name: z.string(),
  plan: z.string(),
  amount: z.string(),
  currency: z.string(),
  usdBefore: z.number().nullable(),
  usdAfter: z.number().nullable(),
  factor: z.number(),
});
export type PreviewedMovedPrice = z.infer<typeof PreviewedMovedPrice>;

/** Of one kind, with its first examples. */
const PreviewedRewriting = z.object({
  kind: z.string(),
  count: Count,
  examples: z.array(z.object({ line: z.int(), from: z.string(), to: z.string() })),
});

const PreviewedFault = z.object({ file: z.string(), line: z.int(), column: z.string().nullable(), text: z.string() });

export const Preview = z.object({
  files: z.array(
    z.object({
      name: z.string(),
      sha256: z.string(),
      format: z.string(),
      added: Count,
      changed: Count,
      confirmed: Count,
      unchanged: Count,
      skipped: Count,
      rewritten: z.array(PreviewedRewriting),
    }),
  ),
  hasChanges: z.boolean(),
  /** `current`: series whose current price changed. */
  changes: z.object({
    count: Count,
    current: Count,
    largest: z.array(PreviewedChange),
    jumps: Count,
    otherCurrency: Count,
  }),
  cheapest: z.array(
    z.object({
      product: z.string(),
      from: z.string(),
      to: z.string(),
      amount: z.string(),
      currency: z.string(),
      period: Periods,
    }),
  ),
  ended: z.object({ count: Count, first: z.array(z.object({ ...Series, name: z.string() })) }),
  withdrawn: Count,
  index: z.array(PreviewedIndex),
  sources: z.array(z.object({ source: z.string(), rows: Count, before: Count.nullable() })),
  warnings: z.array(z.object({ kind: z.string(), count: Count, lines: z.array(z.string()) })),
  /**
   * `light`: new readings within a factor of 2 of the last figure that two people saw; `jumps`: beyond a factor of 5 of
   * it; `unexpected`: series that nobody but their author saw, beyond a factor of 5 of what is expected of them.
   */
  readings: z.object({
    count: Count,
    light: Count,
    jumps: Count,
    unexpected: Count,
    first: z.array(PreviewedReading),
  }),
  rows: z.object({ count: Count, first: z.array(PreviewedRow) }),
  rates: z.object({ count: Count, past: Count }),
  /** `refused`: rates that were left out, because a person refused the same before. */
  rateMoves: z.object({ count: Count, held: Count, refused: Count, first: z.array(PreviewedRateMove) }),
  movedPrices: z.object({ count: Count, first: z.array(PreviewedMovedPrice) }),
  /** `wholes`: what is no fault of a row alone, so that no row can be left out in its place. */
  faults: z.object({
    count: Count,
    first: z.array(PreviewedFault),
    wholes: z.array(z.enum(WHOLE_FAULTS)),
  }),
  /** Rows with faults that the rest is published without, each with its first fault. */
  leftOut: z.array(PreviewedFault),
  /** What a taking back leaves as it is, and why. */
  stays: z.object({ count: Count, first: z.array(z.string()) }),
});
export type Preview = z.infer<typeof Preview>;

export const EMPTY_PREVIEW: Preview = {
  files: [],
  hasChanges: false,
  changes: { count: 0, current: 0, largest: [], jumps: 0, otherCurrency: 0 },
  cheapest: [],
  ended: { count: 0, first: [] },
  withdrawn: 0,
  index: [],
  sources: [],
  warnings: [],
  readings: { count: 0, light: 0, jumps: 0, unexpected: 0, first: [] },
  rows: { count: 0, first: [] },
  rates: { count: 0, past: 0 },
  rateMoves: { count: 0, held: 0, refused: 0, first: [] },
  movedPrices: { count: 0, first: [] },
  faults: { count: 0, first: [], wholes: [] },
  leftOut: [],
  stays: { count: 0, first: [] },
};

export type ChangeSetFacts = {
  id: number;
  title: string;
  origin: ChangeSetOrigin;
  feedId: string | null;
  state: ChangeSetState;
  authorId: string | null;
  author: string;
  authorIds: string[];
  createdAt: Date;
  preview: Preview | null;
  previewedAt: Date | null;
  previewedId: number | null;
  digest: string | null;
  reasons: string[];
  note: string | null;
  approver: string | null;
  decidedAt: Date | null;
  failure: string | null;
  begunAt: Date | null;
  /** How an upload is read where it can be read in two ways; null where nobody has said. */
  decimalMark: DecimalMark | null;
  dayOrder: DayOrder | null;
  /** Its rows with faults are left out. */
  leavesOut: boolean;
  /** The change set whose publish held back the rates of this one. */
  heldFromId: number | null;
  versionId: number | null;
  /** The published change set that this one takes back. */
  takesBackId: number | null;
  version: string | null;
};
