export type Option = {
  value: string;
  label: string;
  /** Beside the label: plan, code, category. */
  hint?: string;
  /** Other names it is found by: "Turkey", "TR". */
  keywords?: readonly string[];
};

/** Letters alone: without case, accents and signs. */
const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim();

const namesOf = (option: Option) => [
  option.label,
  option.value,
  ...(option.hint ? [option.hint] : []),
  ...(option.keywords ?? []),
];

/** How well an option answers a folded query: 0 the name begins with it, 1 a word does, 2 another name does, 3 inside. */
function rankOf(option: Option, query: string): number | null {
  const label = fold(option.label);
  if (label.startsWith(query)) return 0;
  if (label.includes(` ${query}`)) return 1;
  const others = namesOf(option).map(fold);
  if (others.some((name) => name.startsWith(query))) return 2;
  const text = others.join(" ");
  return query.split(" ").every((word) => text.includes(word)) ? 3 : null;
}

/** The options that answer what was typed, best first, otherwise in the order given. All of them for an empty query. */
export function filterOptions(options: readonly Option[], typed: string): Option[] {
  const query = fold(typed);
  if (query === "") return [...options];
  return options
    .flatMap((option) => {
      const rank = rankOf(option, query);
      return rank === null ? [] : [{ option, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}

/**
 * The one option that a text names, for a form sent without scripts: its value, label or another name in full, or else
 * the beginning of exactly one label. Null when there is none, or more than one.
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
