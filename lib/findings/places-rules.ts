/** Without permanent residents, or with store listings only. */
const UNINHABITED: ReadonlySet<string> = new Set(["AQ", "BV", "GS", "HM", "IO", "TF", "UM"]);

export const isUninhabited = (code: string): boolean => UNINHABITED.has(code);

/** `countries`, or `countries and territories`. */
export const placesNoun = (codes: readonly string[]): string =>
  codes.some(isUninhabited) ? "countries and territories" : "countries";
