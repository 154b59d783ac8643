// Model of the import in memory, row by row, independent of its SQL. One observation stands for each series and day;
// later rows never restore corrected ones.

/** `amount` as written; empty, with `currency`, for a price that is no longer listed. */
export interface Row {
  series: string;
  day: string;
  amount: string;
  currency: string;
  source: string;
  url: string;
}

/** `row` replaces; null withdraws. */
export interface Corrected {
  series: string;
  day: string;
  row: Row | null;
}

export interface Counts {
  added: number;
  changed: number;
  confirmed: number;
  unchanged: number;
}

export interface ModelMove {
  series: string;
  isNewSeries: boolean;
  previousAmount: number;
  previousOn: string;
  amount: number;
  observedOn: string;
  currency: string;
}

export interface Outcome {
  counts: Counts[];
  ended: number;
  moves: ModelMove[];
}

interface Taken extends Observation {
  isReplaced: boolean;
}

interface Observation {
  day: string;
  amount: number | null;
  currency: string;
  source: string;
  url: string;
}

export class MergeModel {
  readonly #valid = new Map<string, Map<string, Observation>>();
  readonly #taken = new Map<string, Taken[]>();

  find(series: string, day: string): Observation | undefined {
    return this.#valid.get(series)?.get(day);
  }

  /** An import of the row would be refused: another price stands for its day. */
  contradicts(row: Row): boolean {
    const valid = this.find(row.series, row.day);
    return valid !== undefined && !isSame(valid, toObservation(row)) && !this.#isTaken(row);
  }

  correct(corrections: readonly Corrected[]): void {
    for (const { series, day, row } of corrections) {
      const days = this.#valid.get(series);
      const old = days?.get(day);
      if (!days || !old) throw new Error(`nothing stands for ${series} on ${day}`);
      const key = `${series} ${day}`;
      this.#taken.set(key, [...(this.#taken.get(key) ?? []), { ...old, isReplaced: row !== null }]);
      if (row === null) days.delete(day);
      else days.set(day, toObservation(row));
    }
  }

  /** After a withdrawal it blocks rows of the same source, after a replacement all. */
  #isTaken(row: Row): boolean {
    const valid = this.find(row.series, row.day);
    return (this.#taken.get(`${row.series} ${row.day}`) ?? []).some(
      (taken) =>
        taken.source === row.source &&
        isSame(taken, toObservation(row)) &&
        (valid === undefined || (!taken.isReplaced && valid.source !== row.source)),
    );
  }

  /** Rows keep the order of their lines. No two may contradict each other. */
  importFiles(files: readonly (readonly Row[])[]): Outcome {
    const counts = files.map(() => ({ added: 0, changed: 0, confirmed: 0, unchanged: 0 }));
    const count = (file: number, kind: keyof Counts) => {
      const ofFile = counts[file];
      if (ofFile) ofFile[kind] += 1;
    };
    const listedBefore = new Map([...this.#valid.keys()].map((series) => [series, this.#isListed(series)]));
    const written = new Map<string, { row: Row; file: number; isNewDay: boolean }>();
    const given = files.flatMap((ofFile, file) => ofFile.map((row, line) => ({ row, file, line })));
    const rows = given.filter(({ row }) => !this.#isTaken(row));
    for (const { file } of given.filter(({ row }) => this.#isTaken(row))) count(file, "unchanged");
    // Of equal rows, the lowest source, then page, then the first in the files counts.
    rows.sort((a, b) => compare([a.row.source, a.row.url, a.file, a.line], [b.row.source, b.row.url, b.file, b.line]));
    for (const { row, file } of rows) {
      const days = this.#valid.get(row.series) ?? new Map<string, Observation>();
      this.#valid.set(row.series, days);
      const known = days.get(row.day);
      if (known === undefined) written.set(`${row.series} ${row.day}`, { row, file, isNewDay: true });
      else if (compare([row.source, row.url], [known.source, known.url]) < 0)
        written.set(`${row.series} ${row.day}`, { row, file, isNewDay: false });
      else {
        count(file, "unchanged");
        continue;
      }
      days.set(row.day, toObservation(row));
    }
    const added = new Set<string>();
    for (const { row, file, isNewDay } of written.values()) {
      const previous = this.#days(row.series)
        .filter(({ day }) => day < row.day)
        .at(-1);
      const now = this.#days(row.series).find(({ day }) => day === row.day);
      if (!now) throw new Error("a row that was written is gone");
      if (isNewDay) added.add(`${row.series} ${row.day}`);
      if (!isNewDay) count(file, "changed");
      else if (previous === undefined) count(file, "added");
      else count(file, isSame(previous, now) ? "confirmed" : "changed");
    }
    const touched = new Set(rows.map(({ row }) => row.series));
    const ended = [...touched].filter((series) => !this.#isListed(series) && (listedBefore.get(series) ?? true));
    const moves = [...touched].flatMap((series) => this.#findMoves(series, added, !listedBefore.has(series)));
    return { counts, ended: ended.length, moves };
  }

  /** Successive prices in one currency with different amounts, at least one of them added. */
  #findMoves(series: string, added: ReadonlySet<string>, isNewSeries: boolean): ModelMove[] {
    const listed = this.#days(series).flatMap(({ amount, ...day }) => (amount === null ? [] : [{ ...day, amount }]));
    return listed.flatMap((now, place) => {
      const before = listed[place - 1];
      if (!before || before.currency !== now.currency || before.amount === now.amount) return [];
      if (![before, now].some(({ day }) => added.has(`${series} ${day}`))) return [];
      return [
        {
          series,
          isNewSeries,
          currency: now.currency,
          previousAmount: before.amount,
          previousOn: before.day,
          amount: now.amount,
          observedOn: now.day,
        },
      ];
    });
  }

  /** `series, amount, currency, source, url, verified_on, changed_on` of every series; nulls for ended ones. */
  states(): string[] {
    return [...this.#valid.keys()].sort().map((series) => {
      const days = this.#days(series);
      const last = days.at(-1);
      const changedOn = days.filter((day, place) => place > 0 && !isSame(days[place - 1], day)).at(-1)?.day;
      const state =
        last === undefined || last.amount === null
          ? Array(6).fill("null")
          : [last.amount, last.currency, last.source, last.url, last.day, changedOn ?? "null"];
      return [series, ...state].join("|");
    });
  }

  /** `series, amount, currency, first_seen_on, last_seen_on, url` of every unbroken run; `url` of its last day. */
  runs(): string[] {
    return [...this.#valid.keys()].sort().flatMap((series) => {
      const runs: Observation[][] = [];
      let previous: Observation | undefined;
      for (const day of this.#days(series)) {
        if (day.amount !== null) {
          if (previous && isSame(previous, day)) runs.at(-1)?.push(day);
          else runs.push([day]);
        }
        previous = day;
      }
      return runs.map((run) => {
        const first = run[0];
        const last = run.at(-1);
        return [series, first?.amount, first?.currency, first?.day, last?.day, last?.url].join("|");
      });
    });
  }

  #days(series: string): Observation[] {
    return [...(this.#valid.get(series)?.values() ?? [])].sort((a, b) => compare([a.day], [b.day]));
  }

  #isListed(series: string): boolean {
    return this.#days(series).at(-1)?.amount != null;
  }
}

function toObservation({ day, amount, currency, source, url }: Row): Observation {
  return { day, amount: amount === "" ? null : Number(amount), currency, source, url };
}

function isSame(a: Observation | undefined, b: Observation): boolean {
  return a !== undefined && a.amount === b.amount && a.currency === b.currency;
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [place, left] of a.entries()) {
    const right = b[place] ?? "";
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
