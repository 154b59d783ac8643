import { COUNTRY_COOKIE, suggestCountries } from "@/lib/catalogue/countries/rules";
import { CURRENCY_COOKIE } from "@/lib/catalogue/fx/rules";
import { MINE_COOKIE, readKept, writeKept } from "@/lib/catalogue/mine/list-rules";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { isSharePath, toShareSearch } from "@/lib/pages/share/addresses";
import { isKnownPage, toPageSearch } from "./parameters";

/** Everything but version and its age that a page depends on, and the key by which pages are cached. */
export type CanonicalRequest = {
  target: string;
  headers: Record<string, string>;
  /** False for a page of one reader, and for unknown ones. */
  isShared: boolean;
};

const NOT_PAGES =
  /^\/(?:api|admin|_next|image|table|oembed|preferences|follow\/\w+\/now|search\/suggestions|docs\/call|\.well-known)(?:\/|$)|\.[^/]*$/;
/** Pages that read the reader's address, or change without a publish. */
const PRIVATE = /^\/(?:follow|reading|report|docs\/keys)(?:\/|$)/;
const CURRENCY_OF_COOKIE = new RegExp(`(?:^|;\\s*)${CURRENCY_COOKIE}=([A-Z]{3})(?:;|$)`);
const COUNTRY_OF_COOKIE = new RegExp(`(?:^|;\\s*)${COUNTRY_COOKIE}=([A-Z]{2})(?:;|$)`);
const LIST_OF_COOKIE = new RegExp(`(?:^|;\\s*)${MINE_COOKIE}=([^;]*)(?:;|$)`);
const KNOWN_COUNTRIES = new Set(COUNTRY_CODES);
const MOST_GUESSES = 5;
const MAX_LANGUAGE_CHARS = 512;

export const isPage = (path: string): boolean => !NOT_PAGES.test(path);

export function toCanonicalRequest(path: string, search: string, headers: Pick<Headers, "get">): CanonicalRequest {
  const isFrame = isSharePath(path);
  const query = isFrame ? toShareSearch(path, search) : toPageSearch(path, search);
  // A frame names wrong parameters, so it needs them as sent.
  const spelled = query ?? search;
  const target = spelled ? `${path}?${spelled}` : path;
  const list = isFrame ? null : readListCookie(headers);
  const isShared = query !== null && list === null && !PRIVATE.test(path) && (isFrame || isKnownPage(path));
  return { target, isShared, headers: isFrame ? {} : readReader(headers, list) };
}

/** The header of each page shows what the list of its reader costs, so that no page made with it is kept. */
function readListCookie(headers: Pick<Headers, "get">): string | null {
  const kept = readKept(LIST_OF_COOKIE.exec(headers.get("cookie") ?? "")?.[1] ?? "");
  return kept && writeKept(kept);
}

function readReader(headers: Pick<Headers, "get">, list: string | null): Record<string, string> {
  const cookies = headers.get("cookie") ?? "";
  const [currency, country] = [CURRENCY_OF_COOKIE, COUNTRY_OF_COOKIE].map((pattern) => pattern.exec(cookies)?.[1]);
  const kept = [
    ...(currency !== undefined && CURRENCY_CODES.has(currency) ? [`${CURRENCY_COOKIE}=${currency}`] : []),
    ...(country !== undefined && KNOWN_COUNTRIES.has(country) ? [`${COUNTRY_COOKIE}=${country}`] : []),
    ...(list === null ? [] : [`${MINE_COOKIE}=${list}`]),
  ];
  const language = headers.get("accept-language") ?? "";
  const isGuessing = country === undefined && language.length <= MAX_LANGUAGE_CHARS;
  const countries = isGuessing ? suggestCountries(language).slice(0, MOST_GUESSES) : [];
  return {
    ...(kept.length > 0 && { cookie: kept.join("; ") }),
    ...(countries.length > 0 && { "accept-language": countries.map((code) => `und-${code}`).join(",") }),
  };
}
