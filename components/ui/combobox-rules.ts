import { distance } from "fastest-levenshtein";
import { fold, slipsIn } from "@/lib/catalogue/search/fold-rules";

export type Option = {
  value: string;
  label: string;
  /** Text beside the label: plan, code, category. */
  hint?: string;
  /** Other names that find the option: "Turkey", "TR". */
  keywords?: readonly string[];
};

const namesOf = (option: Option) => [
  option.label,
  option.value,
  ...(option.hint ? [option.hint] : []),
  ...(option.keywords ?? []),
];

/**
 * Rank of an option for a folded query, best first: 0 equals a name (so that "America" finds the United States), 1
 * begins the label, 2 begins a word of it, 3 begins another name, 4 occurs inside.
 */
function rankOf(option: Option, query: string): number | null {
  const label = fold(option.label);
  const others = namesOf(option).map(fold);
  if (others.includes(query)) return 0;
  if (label.startsWith(query)) return 1;
  if (label.includes(` ${query}`)) return 2;
  if (others.some((name) => name.startsWith(query))) return 3;
  const text = others.join(" ");
  return query.split(" ").every((word) => text.includes(word)) ? 4 : null;
}

/** Options that match the typed text, best first, otherwise in the given order. All of them for an empty query. */
export function filterOptions(options: readonly Option[], typed: string): Option[] {
  const query = fold(typed);
  if (query === "") return [...options];
  const found = sortByRank(options, (option) => rankOf(option, query));
  return found.length > 0 ? found : sortByRank(options, (option) => slipsTo(option, query));
}

function sortByRank(options: readonly Option[], rankOption: (option: Option) => number | null): Option[] {
  return options
    .flatMap((option) => {
      const rank = rankOption(option);
      return rank === null ? [] : [{ option, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

/** Edit distance between a query and the beginning of a name; null when it is too large. */
function slipsTo(option: Option, query: string): number | null {
  const most = slipsIn(query.length);
  if (most === 0) return null;
  // A letter may be missing, so the compared beginning is one letter longer too.
  const slips = namesOf(option).flatMap((name) =>
    [query.length, query.length + 1].map((length) => distance(fold(name).slice(0, length), query)),
  );
  const least = Math.min(...slips);
  return least <= most ? least : null;
}

/**
 * The only option that a text names, for forms sent without scripts: its value, label or another name in full, or the
 * beginning of exactly one label. Null for none or several.
 */
export function findOption(options: readonly Option[], text: string): Option | null {
  const query = fold(text);
  if (query === "") return null;
  for (const names of [(o: Option) => [o.value], (o: Option) => [o.label], (o: Option) => [...(o.keywords ?? [])]]) {
    const [match, second] = options.filter((option) => names(option).some((name) => fold(name) === query));
    if (match && !second) return match;
  }
  const [match, second] = options.filter((option) => fold(option.label).startsWith(query));
  return match && !second ? match : null;
}
