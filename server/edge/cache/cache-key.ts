import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import type { Endpoint } from "@/lib/api/endpoint";
import { mayPreferRows, respellFormat, varyOf } from "@/lib/api/formats";
import { hasKnownPath, parseQuietly } from "@/lib/api/query";
import { ENDPOINTS } from "@/lib/api/routes";
import { findNamedVersion, isAvailable, readVersionName } from "@/lib/api/version";
import { COUNTRY_COOKIE, suggestCountries } from "@/lib/catalogue/countries/rules";
import { CURRENCY_COOKIE } from "@/lib/catalogue/fx/rules";
import { listSources } from "@/lib/catalogue/sources/endpoints";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { type Catalogue, readCatalogue } from "@/lib/dataset/data";
import { reportWatch } from "@/lib/desk/reports/watch";
import { FEED_PATHS } from "@/lib/feeds/address-rules";
import { FeedQuery } from "@/lib/feeds/schema";
import { toPageSearch } from "@/lib/pages/parameters";
import { isSharePath, toShareSearch } from "@/lib/pages/share-addresses";
import { publicUrl } from "@/lib/platform/env";
import { knownVersion, type Version } from "@/lib/versions/current";
import { listDatasetVersions } from "@/lib/versions/list/endpoints";

/**
 * Everything that a cached response is made from: its maker is given nothing else, so what is stored under `key` can
 * depend on nothing else.
 */
export type CacheRequest = {
  key: string;
  /** Path and query in one spelling. */
  target: string;
  headers: Record<string, string>;
  /** Request headers that select the response (RFC 9110, 12.5.5). */
  vary: string;
  /** Names a dataset version or a day of the past: such responses have a share of the memory of their own. */
  isOfPast: boolean;
} /** `version` is the one that the call names; null for the newest. */ & (
  | { kind: "endpoint"; endpoint: Endpoint; version: Version | null }
  /** A page is of one version and day, and so are images, feeds and what else has no reader; an asset is of a build. */
  | { kind: "page" | "image" | "asset" }
);

export type EndpointRequest = Extract<CacheRequest, { kind: "endpoint" }>;

const MAX_SPELLINGS = 20_000;
const MAX_SPELLINGS_CHARS = 16_000_000;

/** Exports are files; files of a version are recorded after its publish; what sources have missed is counted to today. */
const isUncached = ({ path, textResponse }: Endpoint) =>
  textResponse !== undefined || path === listDatasetVersions.path || path === listSources.path;

/** Endpoints that are cached, by the pattern of their path. */
const CACHED_ENDPOINTS: [RegExp, Endpoint][] = ENDPOINTS.filter((endpoint) => !isUncached(endpoint)).map((endpoint) => [
  new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, "(?<$1>[A-Za-z0-9-]+)")}$`),
  endpoint,
]);

/** Cache keys of API calls by their address as it was sent: most are asked for again, and reading a query takes time. */
export class EndpointKeys {
  readonly #read = new LRUCache<string, EndpointRequest>({
    max: MAX_SPELLINGS,
    maxSize: MAX_SPELLINGS_CHARS,
    sizeCalculation: ({ key, target }, url) => url.length + key.length + target.length,
  });
  #version: number | undefined;

  /** The cached endpoint of an address, whose query is not looked at; null for other addresses, or before a publish. */
  findEndpoint(url: string): Endpoint | null {
    if (knownVersion() === null) return null;
    const [path] = splitTarget(url);
    return CACHED_ENDPOINTS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
  }

  /** Address of a call with the representation that its `Accept` prefers. */
  respell(url: string, accept: string | undefined): string {
    const endpoint = mayPreferRows(accept) ? this.findEndpoint(url) : null;
    if (endpoint === null) return url;
    const [path, search] = splitTarget(url);
    return toTarget(path, respellFormat(search, accept, endpoint));
  }

  /** Cache key of an address that was read lately. */
  find(url: string): EndpointRequest | undefined {
    const version = knownVersion()?.id;
    if (version !== this.#version) this.#read.clear();
    this.#version = version;
    return this.#read.get(url);
  }

  /** Reads the cache key of an address; null where its response is not cached: a wrong call is answered by the handler. */
  async read(url: string): Promise<EndpointRequest | null> {
    const newest = knownVersion();
    const named = await findNamedVersion(readVersionName(splitTarget(url)[1])).catch(() => undefined);
    if (newest === null || named === undefined || (named !== null && !isAvailable(named))) return null;
    const catalogue = await readCatalogue(named ?? newest).catch(() => null);
    const request = catalogue && readEndpointRequest(url, catalogue, named);
    if (request !== null && newest.id === this.#version) this.#read.set(url, request);
    return request;
  }
}

function readEndpointRequest(url: string, catalogue: Catalogue, named: Version | null): EndpointRequest | null {
  const [path, search] = splitTarget(url);
  const [pattern, endpoint] = CACHED_ENDPOINTS.find(([pattern]) => pattern.test(path)) ?? [];
  if (!endpoint || !hasKnownPath(pattern?.exec(path)?.groups ?? {}, catalogue)) return null;
  const query = parseQuietly(search, endpoint.query, catalogue);
  if (!query.ok) return null;
  return {
    kind: "endpoint",
    endpoint,
    version: named,
    isOfPast: isOfPast(query.canonical),
    key: `${path}?${query.canonical}`,
    target: toTarget(path, query.canonical),
    headers: { host: new URL(publicUrl()).host },
    vary: varyOf(endpoint),
  };
}

/** Parameters that name a dataset version or a day. */
const isOfPast = (search: string) => /(?:^|&)(?:version|date|from|to)=/.test(search);

/** Images that depend on their path alone; the query that Next adds to some of them only tells builds apart. */
const WITHOUT_QUERY = /^\/(?:favicon\.ico|(?:apple-)?icon[\w-]*\.\w+|robots\.txt|sitemap\.xml|manifest\.webmanifest)$/;
const CURRENCY_OF_COOKIE = new RegExp(`(?:^|;\\s*)${CURRENCY_COOKIE}=([A-Z]{3})(?:;|$)`);
const COUNTRY_OF_COOKIE = new RegExp(`(?:^|;\\s*)${COUNTRY_COOKIE}=([A-Z]{2})(?:;|$)`);
const KNOWN_COUNTRIES = new Set(COUNTRY_CODES);
const ASSET = /^\/(?:_next\/static|fonts|icons|maps|scripts)\//;
/** Paths that belong to somebody, change something, lead elsewhere or are limited. */
const NOT_SHARED =
  /^\/(?:api|admin|report|_next|preferences|search\/suggestions|docs\/call|(?:compare|prices)\.csv)(?:[/?]|$)/;
/** Their responses are not shared where they are asked for with parameters. */
const TEXT_WITH_QUERY = /^\/(?:llms\.txt|citation\.bib|CITATION\.cff)\?/;
/** The pages that guess the country of readers who have not chosen one. */
const READS_LANGUAGE = /^\/(?:compare|services\/[^/]+)$/;

/** Cache key of a page or a file of the site; null where the response is not cached. */
export function readPageRequest(target: string, headers: IncomingHttpHeaders): CacheRequest | null {
  const isAsset = ASSET.test(target);
  if (!target.startsWith("/") || (!isAsset && NOT_SHARED.test(target))) return null;
  if (TEXT_WITH_QUERY.test(target)) return null;
  const [path, search] = splitTarget(target);
  const { host } = new URL(publicUrl());
  if (isAsset) return toFileRequest("asset", host, toTarget(path, toAssetSearch(search)));
  if (WITHOUT_QUERY.test(path)) return toFileRequest("image", host, path);
  if (isSharePath(path)) {
    const declared = toShareSearch(path, search);
    return declared === null ? null : toFileRequest("image", host, toTarget(path, declared));
  }
  if (path === FEED_PATHS.atom || path === FEED_PATHS.json) {
    const query = parseQuietly(search, FeedQuery, null);
    return query.ok ? toFileRequest("image", host, toTarget(path, query.canonical)) : null;
  }
  const spelled = toTarget(path, toPageSearch(path, search));
  const currency = readCurrency(headers.cookie);
  const country = readCountry(headers.cookie);
  const isGuessing = country === undefined && READS_LANGUAGE.test(path);
  const countries = isGuessing ? suggestCountries(headers["accept-language"] ?? null).slice(0, 5) : [];
  const cookies = [currency && `${CURRENCY_COOKIE}=${currency}`, country && `${COUNTRY_COOKIE}=${country}`];
  const cookie = cookies.filter(Boolean).join("; ");
  const selecting = {
    ...(cookie !== "" && { cookie }),
    ...(countries.length > 0 && { "accept-language": countries.map((code) => `und-${code}`).join(",") }),
  };
  // Rows of prices tell of reports, which come in between two publishes.
  const stamp = reportWatch().stampOf(path);
  return {
    kind: "page",
    isOfPast: isOfPast(splitTarget(spelled)[1]),
    key: [spelled, ...(stamp === "" ? [] : [stamp]), ...Object.values(selecting)].join("\n"),
    target: spelled,
    headers: { host, accept: "text/html", ...selecting },
    vary: "Accept-Encoding, Cookie, Accept-Language",
  };
}

/** Files, feeds, drawn images and frames are in no reader's currency or language. */
function toFileRequest(kind: "image" | "asset", host: string, target: string): CacheRequest {
  return {
    kind,
    isOfPast: isOfPast(splitTarget(target)[1]),
    key: target,
    target,
    headers: { host },
    vary: "Accept-Encoding",
  };
}

const toTarget = (path: string, search: string) => (search === "" ? path : `${path}?${search}`);

function splitTarget(target: string): [string, string] {
  const at = target.indexOf("?");
  return at === -1 ? [target, ""] : [target.slice(0, at), target.slice(at + 1)];
}

/** Query of a file, which is found by its path. A revision counts only as such: its address may be cached for ever. */
function toAssetSearch(search: string): string {
  return /(?:^|&)v=[^&]/.test(search) ? "v=_" : "";
}

function readCurrency(cookie: string | undefined): string | undefined {
  const code = CURRENCY_OF_COOKIE.exec(cookie ?? "")?.[1];
  return code !== undefined && CURRENCY_CODES.has(code) ? code : undefined;
}

function readCountry(cookie: string | undefined): string | undefined {
  const code = COUNTRY_OF_COOKIE.exec(cookie ?? "")?.[1];
  return code !== undefined && KNOWN_COUNTRIES.has(code) ? code : undefined;
}
