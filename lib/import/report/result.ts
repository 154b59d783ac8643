import { type Fault, type FaultList, formatFault } from "@/lib/import/read/faults";
import type { FormatName } from "@/lib/import/read/formats/format";
import type { PublishedVersion } from "@/lib/versions/publish/publish";

export type CountedKind = "added" | "changed" | "confirmed";

/** Number of figures of one file by kind of change; `file` is null for rows that a format implied. */
export interface ChangeCount {
  file: number | null;
  kind: CountedKind;
  count: number;
}

/** Changes by one file, counted in figures (a price on a day, a rate, a product, a source). */
export interface FileResult {
  path: string;
  /** File name without folders, which stay private. */
  name: string;
  bytes: number;
  /** Computed while the file was staged, so that it is that of the rows imported, even if the file changes later. */
  sha256: string;
  format: FormatName;
  added: number;
  changed: number;
  confirmed: number;
  unchanged: number;
  skipped: number;
}

/** Price that differs from the previous one in its series, as text; `percent` in US dollars where the currency is another. */
export type AmountChange = Record<"product" | "country" | "platform" | "period" | "percent", string> &
  Record<"amount" | "currency" | "observedOn" | "previousAmount" | "previousCurrency" | "previousOn", string>;

export type CheapestChange = Record<"product" | "from" | "to", string>;

/** Finding that a person must judge. Blocking ones stop the import unless outliers are accepted. */
export interface Warning {
  kind: "jump" | "rate-jump" | "fall" | "off-median" | "outlier" | "stale-rates" | "rates";
  isBlocking: boolean;
  /** Number of cases; `lines` describe the first ones. */
  count: number;
  lines: string[];
}

export interface ImportResult {
  isDryRun: boolean;
  /**
   * Null when there was nothing to publish, or when no price is known yet. A dry run reports the version that it would
   * have published.
   */
  published: PublishedVersion | null;
  hasChanges: boolean;
  files: FileResult[];
  endedSeries: number;
  cheapestChanges: CheapestChange[];
  largestChanges: AmountChange[];
  warnings: Warning[];
}

export type ImportPhase = "waiting" | "reading" | "checking" | "merging" | "publishing";

/** Progress of a running import. `rows` are those read so far, of all files together. */
export interface ImportProgress {
  phase: ImportPhase;
  rows: number;
  bytes: number;
  totalBytes: number;
}

/** Fault of a file, by its path. */
export type LocatedFault = Omit<Fault, "file"> & { path: string };

/** Faulty files: nothing was changed. `faults` are the first of `faultCount`, as text; `located` are the same. */
export class ImportRejected extends Error {
  override name = "ImportRejected";
  readonly faults: readonly string[];
  readonly faultCount: number;
  readonly located: readonly LocatedFault[];

  constructor(list: FaultList, paths: readonly string[]) {
    super(`${list.count} ${list.count === 1 ? "fault" : "faults"}: nothing was imported`);
    this.faultCount = list.count;
    this.located = list.first().map(({ file, ...fault }) => ({ ...fault, path: paths[file] ?? "?" }));
    this.faults = this.located.map((fault) => formatFault(fault, fault.path));
  }
}

/** Unusual changes that a person must confirm: nothing was changed. */
export class OutliersFound extends Error {
  override name = "OutliersFound";

  constructor(readonly warnings: readonly Warning[]) {
    super("the figures moved more than they usually do: nothing was imported");
  }
}
