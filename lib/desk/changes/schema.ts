import { z } from "zod";
import { Periods, Platforms } from "@/lib/contract/codes";

export const ORIGINS = ["upload", "desk", "refresh", "command"] as const;
export type ChangeSetOrigin = (typeof ORIGINS)[number];

/**
 * draft: no preview, faults, or sent back. waiting: needs approval. approved: being published. published and
 * withdrawn are final.
 */
export const CHANGE_SET_STATES = ["draft", "waiting", "approved", "published", "withdrawn"] as const;
export const ChangeSetState = z.enum(CHANGE_SET_STATES);
export type ChangeSetState = z.infer<typeof ChangeSetState>;

export const MAX_FILE_NAME_CHARS = 100;
export const MAX_FILES = 10;
export const MAX_FILE_BYTES = 100_000_000;

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
  /** Under a third of it; missing in previews of former releases. */
  isBelowMedian: z.boolean().default(false),
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
});
export type PreviewedIndex = z.infer<typeof PreviewedIndex>;

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
    }),
  ),
  hasChanges: z.boolean(),
  /** `current`: series whose current price changed; missing in previews of earlier releases. */
  changes: z.object({
    count: Count,
    current: Count.optional(),
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
  faults: z.object({ count: Count, first: z.array(PreviewedFault) }),
});
export type Preview = z.infer<typeof Preview>;

export const EMPTY_PREVIEW: Preview = {
  files: [],
  hasChanges: false,
  changes: { count: 0, largest: [], jumps: 0, otherCurrency: 0 },
  cheapest: [],
  ended: { count: 0, first: [] },
  withdrawn: 0,
  index: [],
  sources: [],
  warnings: [],
  faults: { count: 0, first: [] },
};

export type ChangeSetFacts = {
  id: number;
  title: string;
  origin: ChangeSetOrigin;
  feedId: string | null;
  state: ChangeSetState;
  authorId: string | null;
  author: string;
  createdAt: Date;
  preview: Preview | null;
  previewedAt: Date | null;
  previewedId: number | null;
  reasons: string[];
  note: string | null;
  approver: string | null;
  decidedAt: Date | null;
  failure: string | null;
  version: string | null;
};
