/** Places without permanent residents, or with store listings only: Antarctica and some islands. */
const UNINHABITED: ReadonlySet<string> = new Set(["AQ", "BV", "GS", "HM", "IO", "TF", "UM"]);

/** `countries`, or `countries and territories` when `codes` has territories. */
export const placesNoun = (codes: readonly string[]): string =>
  codes.some((code) => UNINHABITED.has(code)) ? "countries and territories" : "countries";
