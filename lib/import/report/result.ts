import type { FormatName } from "@/lib/import/read/formats/format";

export type ChangeKind = "added" | "changed" | "confirmed";

/** How many figures of one file did what; `file` is null for rows that a format implied. */
export interface ChangeCount {
  file: number | null;
  kind: ChangeKind;
  count: number;
}

/** What one file did to the data, in figures (a price on a day, a rate, a product, a source). */
export interface FileResult {
  path: string;
  format: FormatName;
  added: number;
  changed: number;
  confirmed: number;
  unchanged: number;
  skipped: number;
}

/** A price that differs from the one before it in the same series and currency. Amounts are decimal text. */
export interface Move {
  product: string;
  country: string;
  platform: string;
  period: string;
  currency: string;
  previousAmount: string;
  previousOn: string;
  amount: string;
  observedOn: string;
  percent: string;
}

export interface CheapestChange {
  product: string;
  from: string;
  to: string;
}

/** Something for a person to judge. Blocking ones stop the import unless outliers are accepted. */
export interface Warning {
  kind: "jump" | "fall" | "above-median" | "stale-rates" | "rates";
  isBlocking: boolean;
  /** How many there are; `lines` tells of the first. */
  count: number;
  lines: string[];
}

export interface PublishedVersion {
  id: number;
  version: string;
  publishedAt: Date;
  prices: number;
  products: number;
  countries: number;
  endedSeries: number;
  /** Sentences on the exchange rates for the person who publishes. */
  rateWarnings: string[];
}

export interface ImportResult {
  isDryRun: boolean;
  /** Null when there was nothing to publish, or no price is known yet. Of a dry run: what would have been. */
  published: PublishedVersion | null;
  hasChanges: boolean;
  files: FileResult[];
  endedSeries: number;
  cheapestChanges: CheapestChange[];
  largestMoves: Move[];
  warnings: Warning[];
}

/** The files are wrong: nothing was changed. `faults` are the first ones, written out, of `faultCount`. */
export class ImportRejected extends Error {
  override name = "ImportRejected";

  constructor(
    readonly faults: readonly string[],
    readonly faultCount: number,
  ) {
    super(`${faultCount} ${faultCount === 1 ? "fault" : "faults"}: nothing was imported`);
  }
}

/** The files may be right, but a person should say so: nothing was changed. */
export class OutliersFound extends Error {
  override name = "OutliersFound";

  constructor(readonly warnings: readonly Warning[]) {
    super("the figures moved more than they usually do: nothing was imported");
  }
}

export type ImportPhase = "waiting" | "reading" | "checking" | "merging" | "publishing";

/** Where a running import stands. `rows` are those read so far, of all files together. */
export interface ImportProgress {
  phase: ImportPhase;
  rows: number;
  bytes: number;
  totalBytes: number;
}
