import { countSlips, fold, slipsIn } from "./fold-rules";

export type Option = {
  value: string;
  label: string;
  hint?: string;
  /** Other names that find the option: "Turkey", "TR". */
  keywords?: readonly string[];
};

const folded = new WeakMap<Option, readonly string[]>();

export function namesOf(option: Option): readonly string[] {
  const known = folded.get(option);
  if (known) return known;
  const { label, value, hint, keywords = [] } = option;
  const names = [label, value, ...(hint ? [hint] : []), ...keywords].map(fold);
  folded.set(option, names);
  return names;
}

/**
 * Rank of an option, best first: 0 equals a name, 1 begins the label, 2 begins a word of it, 3 begins other names or
 * words, 4 occurs inside.
 */
function rankOf(option: Option, query: string, worst: number): number | null {
  const others = namesOf(option);
  const label = others[0] ?? "";
  if (others.includes(query)) return 0;
  if (label.startsWith(query)) return 1;
  if (label.includes(` ${query}`)) return 2;
  if (others.some((name) => name.startsWith(query))) return 3;
  const words = query.split(" ");
  const text = ` ${others.join(" ")}`;
  if (words.length > 1 && words.every((word) => text.includes(` ${word}`))) return 3;
  return worst >= 4 && words.every((word) => text.includes(word)) ? 4 : null;
}

/** Best first, then in the given order. All for an empty query. */
export function filterOptions(options: readonly Option[], typed: string): Option[] {
  const query = fold(typed);
  if (query === "") return [...options];
  const found = matchOptions(options, query);
  return found.length > 0 ? found : forgiveTyping(options, query);
}

/** `worst` 3 leaves out names that only contain the query. */
export const matchOptions = (options: readonly Option[], query: string, worst = 4): Option[] =>
  sortByRank(options, (option) => rankOf(option, query, worst));

export const forgiveTyping = (options: readonly Option[], query: string): Option[] =>
  sortByRank(options, (option) => slipsTo(option, query));

function sortByRank(options: readonly Option[], rankOption: (option: Option) => number | null): Option[] {
  return options
    .flatMap((option) => {
      const rank = rankOption(option);
      return rank === null ? [] : [{ option, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

/** Null when too large. */
function slipsTo(option: Option, query: string): number | null {
  const most = slipsIn(query.length);
  if (most === 0) return null;
  // A letter may be missing, so the compared beginning is one letter longer too.
  const slips = namesOf(option).flatMap((name) =>
    [query.length, query.length + 1].map((length) => countSlips(name.slice(0, length), query)),
  );
  const least = Math.min(...slips);
  return least <= most ? least : null;
}
