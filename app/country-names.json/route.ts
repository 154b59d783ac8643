import { otherNamesOf } from "@/lib/catalogue/search/country-name-rules";
import { COUNTRY_CODES } from "@/lib/contract/codes";

export function GET(): Response {
  const names = Object.fromEntries(COUNTRY_CODES.map((code) => [code, otherNamesOf(code)]));
  return Response.json(names, { headers: { "Cache-Control": "public, max-age=86400" } });
}
