/** `words` have the number of ticked boxes of a name in place of `{name}`. */
export function writePick(words: string, countOf: (name: string) => number): string {
  const names = [...words.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.some((name) => countOf(name) === 0)) return "Choose at least one";
  return words.replace(/\{(\w+)\}/g, (_, name: string) => String(countOf(name)));
}
