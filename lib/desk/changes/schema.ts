import { z } from "zod";
import { Periods, Platforms } from "@/lib/contract/codes";

/** Origins of a change set: a file of a member of the staff, their readings, a publication, or the command line. */
export const ORIGINS = ["upload", "desk", "refresh", "command"] as const;
export type ChangeSetOrigin = (typeof ORIGINS)[number];

/**
 * draft: files without a preview, or with faults, or sent back. waiting: previewed, to be approved. approved: about to be
 * published. published and withdrawn are final.
 */
export const CHANGE_SET_STATES = ["draft", "waiting", "approved", "published", "withdrawn"] as const;
export const ChangeSetState = z.enum(CHANGE_SET_STATES);
export type ChangeSetState = z.infer<typeof ChangeSetState>;

/** Longest name of a file, and most files and bytes of one upload. */
export const MAX_FILE_NAME_CHARS = 100;
export const MAX_FILES = 10;
export const MAX_FILE_BYTES = 100_000_000;

const Count = z.int().nonnegative();
const Series = { product: z.string(), country: z.string(), platform: Platforms, period: Periods };
const IndexLevel = z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() });

/** An amount that differs from the reading before it. `factor` is in US dollars, now against before. */
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

/** A country's level by the model (US = 100), or by the median where there is no model, before and after. */
const PreviewedIndex = z.object({
  country: z.string(),
  kind: z.enum(["model", "median"]),
  before: IndexLevel.nullable(),
  after: IndexLevel.nullable(),
});
export type PreviewedIndex = z.infer<typeof PreviewedIndex>;

const PreviewedFault = z.object({ file: z.string(), line: z.int(), column: z.string().nullable(), text: z.string() });

/** Preview of a change set, found by a dry run of the import. */
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
  /** `current`: series whose price of today is another; previews of earlier releases are without. */
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
  /** Rows of each source in the files, and the last time. */
  sources: z.array(z.object({ source: z.string(), rows: Count, before: Count.nullable() })),
  warnings: z.array(z.object({ kind: z.string(), count: Count, lines: z.array(z.string()) })),
  faults: z.object({ count: Count, first: z.array(PreviewedFault) }),
});
export type Preview = z.infer<typeof Preview>;

/** Preview of files that change nothing. */
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
  /** Name of the dataset version that it was published as. */
  version: string | null;
};
