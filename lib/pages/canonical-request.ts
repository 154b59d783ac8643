import { COUNTRY_COOKIE, suggestCountries } from "@/lib/catalogue/countries/rules";
import { CURRENCY_COOKIE } from "@/lib/catalogue/fx/rules";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { isKnownPage, toPageSearch } from "./parameters";
import { isSharePath, toShareSearch } from "./share-addresses";

/**
 * Everything that a public page depends on besides its dataset version and the day: its address in one spelling, and the
 * request headers that it reads. proxy.ts gives a page nothing else, so that a page that is kept under them is right for
 * everyone who asks for the same.
 */
export type CanonicalRequest = {
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  /** False for a page that belongs to one reader, or that there is none of. */
  isShared: boolean;
};

/** Addresses that are answered by route handlers or are files. */
const NOT_PAGES =
  /^\/(?:api|admin|_next|image|table|oembed|preferences|search\/suggestions|docs\/call)(?:\/|$)|\.[^/]*$/;
/** Pages that read the address of their reader, or change without a publish. */
const PRIVATE = /^\/report(?:\/|$)/;
const CURRENCY_OF_COOKIE = new RegExp(`(?:^|;\\s*)${CURRENCY_COOKIE}=([A-Z]{3})(?:;|$)`);
const COUNTRY_OF_COOKIE = new RegExp(`(?:^|;\\s*)${COUNTRY_COOKIE}=([A-Z]{2})(?:;|$)`);
const KNOWN_COUNTRIES = new Set(COUNTRY_CODES);
/** The pages that guess the country of readers who have not chosen one. */
const READS_LANGUAGE = /^\/(?:compare|services\/[^/]+)$/;
const MOST_GUESSES = 5;
const MAX_LANGUAGE_CHARS = 512;

export const isPage = (path: string): boolean => !NOT_PAGES.test(path);

/** The canonical form of a request for a public page, from its path, its query (without "?") and its headers. */
export function toCanonicalRequest(path: string, search: string, headers: Pick<Headers, "get">): CanonicalRequest {
  const isFrame = isSharePath(path);
  const query = isFrame ? toShareSearch(path, search) : toPageSearch(path, search);
  // A frame refuses wrong parameters by name, so it needs them as they were sent.
  const spelled = query ?? search;
  const target = spelled ? `${path}?${spelled}` : path;
  const isShared = query !== null && !PRIVATE.test(path) && (isFrame || isKnownPage(path));
  return { target, isShared, headers: isFrame ? {} : readReader(path, headers) };
}

/** The headers that tell a page its reader's currency and country, in one spelling. */
function readReader(path: string, headers: Pick<Headers, "get">): Record<string, string> {
  const cookies = headers.get("cookie") ?? "";
  const [currency, country] = [CURRENCY_OF_COOKIE, COUNTRY_OF_COOKIE].map((pattern) => pattern.exec(cookies)?.[1]);
  const kept = [
    ...(currency !== undefined && CURRENCY_CODES.has(currency) ? [`${CURRENCY_COOKIE}=${currency}`] : []),
    ...(country !== undefined && KNOWN_COUNTRIES.has(country) ? [`${COUNTRY_COOKIE}=${country}`] : []),
  ];
  const language = headers.get("accept-language") ?? "";
  const isGuessing = country === undefined && READS_LANGUAGE.test(path) && language.length <= MAX_LANGUAGE_CHARS;
  const countries = isGuessing ? suggestCountries(language).slice(0, MOST_GUESSES) : [];
  return {
    ...(kept.length > 0 && { cookie: kept.join("; ") }),
    ...(countries.length > 0 && { "accept-language": countries.map((code) => `und-${code}`).join(",") }),
  };
}
