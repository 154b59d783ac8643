/**
 * The country that an Accept-Language header suggests, among those `known`: the region of the first language that has
 * one, else the region where most speakers of the first language live (`de` is DE). Null when it suggests none.
 */
export function guessCountry(header: string | null, known: ReadonlySet<string>): string | null {
  const tags = (header ?? "")
    .split(",")
    .slice(0, 20)
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find((text) => text !== undefined);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const locales = tags.flatMap(({ tag }) => toLocale(tag));
  const stated = locales.map(({ region }) => region);
  const likely = locales.map((locale) => locale.maximize().region);
  return [...stated, ...likely].find((region): region is string => region !== undefined && known.has(region)) ?? null;
}

function toLocale(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)];
  } catch {
    return [];
  }
}
