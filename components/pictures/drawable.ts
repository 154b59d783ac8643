/** Characters in the card's fonts. The library would fetch a font for any other. */
const DRAWN = /[\u0020-\u007e\u00a1-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac\u2212]/;

/** Replaces special spaces by plain ones and drops unsupported accents. */
export function toDrawable(text: string): string {
  return Array.from(text.replace(/\s/g, " "), (char) => {
    if (DRAWN.test(char)) return char;
    return Array.from(char.normalize("NFKD"))
      .filter((part) => DRAWN.test(part))
      .join("");
  }).join("");
}
