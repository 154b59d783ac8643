/** Nobody lives there, or nobody but staff: Antarctica, islands, and what a store lists beside countries. */
const UNINHABITED: ReadonlySet<string> = new Set(["AQ", "BV", "GS", "HM", "IO", "TF", "UM"]);

/** `countries`, or `countries and territories` where such are counted that are none. */
export const placesNoun = (codes: readonly string[]): string =>
  codes.some((code) => UNINHABITED.has(code)) ? "countries and territories" : "countries";
