import { otherNamesOf } from "@/lib/catalogue/search/country-name-rules";
import { COUNTRY_CODES } from "@/lib/contract/codes";

/** Other names of every country by code, for search boxes: fetched when a reader begins to type. */
export function GET(): Response {
  const names = Object.fromEntries(COUNTRY_CODES.map((code) => [code, otherNamesOf(code)]));
  return Response.json(names, { headers: { "Cache-Control": "public, max-age=86400" } });
}
