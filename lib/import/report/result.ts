import { type Fault, type FaultList, formatFault, type WholeFault } from "@/lib/import/read/faults";
import type { FormatName } from "@/lib/import/read/formats/format";
import type { Rewriting } from "@/lib/import/read/people/rewriting-rules";
import type { PublishedVersion } from "@/lib/versions/publish/publish";

export type CountedKind = "added" | "changed" | "confirmed";

/** `file` is null for rows implied by a format. */
export interface ChangeCount {
  file: number | null;
  kind: CountedKind;
  count: number;
}

export interface FileResult {
  path: string;
  /** Without folders, which stay private. */
  name: string;
  bytes: number;
  /** Computed while the file was staged, so that it matches the imported rows. */
  sha256: string;
  format: FormatName;
  added: number;
  changed: number;
  confirmed: number;
  unchanged: number;
  skipped: number;
  /** Rows with faults. */
  leftOut: number;
  rewritten: Rewriting[];
}

/** `percent` in US dollars where currencies differ. */
export type AmountChange = Record<"product" | "country" | "platform" | "period" | "percent", string> &
  Record<"amount" | "currency" | "observedOn" | "previousAmount" | "previousCurrency" | "previousOn", string>;

export type CheapestChange = Record<"product" | "from" | "to", string>;

/** Rate of a day and source; `usdPerUnit` as decimal text. */
type KnownRate = Record<"date" | "source" | "usdPerUnit", string>;

/**
 * A rate out of the bounds of its source, and the one that it is too far from; or a currency that the day of its source
 * leaves out (`usdPerUnit` and figures null). Held rates are not imported.
 */
export interface RateMove {
  currency: string;
  date: string;
  source: string;
  usdPerUnit: string | null;
  from: KnownRate;
  percent: number | null;
  bound: number | null;
  isHeld: boolean;
}

/** Blocking warnings stop the import unless outliers are accepted. */
export interface Warning {
  kind:
    | "jump"
    | "unexpected"
    | "other-currency"
    | "goes-back"
    | "decimals"
    | "rate-jump"
    | "rate-bounds"
    | "rate-missing"
    | "fall"
    | "off-median"
    | "outlier"
    | "same-plan"
    | "stale-rates"
    | "rates";
  isBlocking: boolean;
  count: number;
  lines: string[];
}

export interface ImportResult {
  isDryRun: boolean;
  /** Null when nothing was published; a dry run gives the version that it would publish. */
  published: PublishedVersion | null;
  hasChanges: boolean;
  files: FileResult[];
  endedSeries: number;
  cheapestChanges: CheapestChange[];
  largestChanges: AmountChange[];
  warnings: Warning[];
  rateMoves: RateMove[];
  /** Rates that were left out, because the same were refused before. */
  refusedRates: number;
  /** Rows with faults that were left out, each with its first, by file and line. */
  leftOut: LocatedFault[];
}

export type ImportPhase = "waiting" | "reading" | "checking" | "merging" | "publishing";

export interface ImportProgress {
  phase: ImportPhase;
  rows: number;
  bytes: number;
  totalBytes: number;
}

export type LocatedFault = Pick<Fault, "line" | "column" | "text"> & { path: string };

export const locate = (faults: readonly Fault[], paths: readonly string[]): LocatedFault[] =>
  faults.map(({ file, line, column, text }) => ({ line, column, text, path: paths[file] ?? "?" }));

/** Nothing was changed. `faults` are the first of `faultCount`, as text; `located` are the same. */
export class ImportRejected extends Error {
  override name = "ImportRejected";
  readonly faults: readonly string[];
  readonly faultCount: number;
  readonly located: readonly LocatedFault[];
  /** What of it is no fault of a row alone. */
  readonly wholes: readonly WholeFault[];

  /** `leftOut`: rows with faults that were left out before these faults were found. */
  constructor(
    list: FaultList,
    paths: readonly string[],
    readonly leftOut: readonly LocatedFault[],
  ) {
    super(`${list.count} ${list.count === 1 ? "fault" : "faults"}: nothing was imported`);
    this.faultCount = list.count;
    this.located = locate(list.first(), paths);
    this.wholes = [...list.wholes].sort();
    this.faults = this.located.map((fault) => formatFault(fault, fault.path));
  }
}

/** Nothing was changed: a person must confirm unusual values. */
export class OutliersFound extends Error {
  override name = "OutliersFound";

  constructor(readonly warnings: readonly Warning[]) {
    super("the figures moved more than they usually do: nothing was imported");
  }
}
