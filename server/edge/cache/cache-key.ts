import type { IncomingHttpHeaders } from "node:http";
import { hasKnownSlug, parseQuietly } from "@/lib/api/query";
import { ENDPOINTS } from "@/lib/api/routes";
import { suggestCountries } from "@/lib/catalogue/countries/rules";
import { CURRENCY_COOKIE } from "@/lib/catalogue/fx/rules";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import type { Catalogue } from "@/lib/dataset/data";
import { exportDataset } from "@/lib/exports/endpoints";
import { toPageSearch } from "@/lib/pages/parameters";
import { publicUrl } from "@/lib/platform/env";

/**
 * What an answer is made from, all of it: who makes it is given nothing else, so what is stored under `key` can depend
 * on nothing else.
 */
export type Ask = EndpointAsk | PageAsk;

type Shared = {
  key: string;
  /** Path and query in one spelling. */
  target: string;
  headers: Record<string, string>;
  /** The request fields that select the answer (RFC 9110, 12.5.5). */
  vary: string;
};

/** Limited, and of one dataset version. `route`: the pattern of the path. */
export type EndpointAsk = Shared & {
  kind: "endpoint";
  route: string;
  /** How long others may keep the answer. */
  maxAgeSeconds: number;
};

/** A page is of one version and day, and so are images and what else is made from a path alone; an asset is of a build. */
export type PageAsk = Shared & { kind: "page" | "image" | "asset" };

const SHARED_ENDPOINTS = ENDPOINTS.filter(({ path }) => path !== exportDataset.path).map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, "(?<$1>[A-Za-z0-9-]+)")}$`),
}));

/** The shared endpoint whose path this is; its query is not looked at. */
export function findSharedEndpoint(target: string) {
  const [path] = splitTarget(target);
  return SHARED_ENDPOINTS.find(({ pattern }) => pattern.test(path))?.endpoint ?? null;
}

/** What an API call asks for; null for what is answered for each caller by itself, wrong calls among it. */
export function readEndpointAsk(target: string, catalogue: Catalogue): EndpointAsk | null {
  const [path, search] = splitTarget(target);
  const found = SHARED_ENDPOINTS.find(({ pattern }) => pattern.test(path));
  if (found === undefined) return null;
  if (!hasKnownSlug(found.pattern.exec(path)?.groups?.slug, catalogue)) return null;
  const query = parseQuietly(search, found.endpoint.query, catalogue);
  if (!query.ok) return null;
  return {
    key: `${path}?${query.canonical}`,
    kind: "endpoint",
    route: found.endpoint.path,
    target: query.canonical === "" ? path : `${path}?${query.canonical}`,
    headers: { host: new URL(publicUrl()).host },
    vary: "Accept-Encoding",
    maxAgeSeconds: found.endpoint.maxAgeSeconds,
  };
}

/** Made from a path alone; the query that Next writes behind some of them only tells builds apart. */
const WITHOUT_QUERY =
  /^\/(?:(?:.+\/)?opengraph-image[\w-]*|favicon\.ico|(?:apple-)?icon[\w-]*\.\w+|robots\.txt|sitemap\.xml|manifest\.webmanifest)$/;
const COMPARE_IMAGE = "/compare/image";
const CURRENCY_OF_COOKIE = new RegExp(`(?:^|;\\s*)${CURRENCY_COOKIE}=([A-Z]{3})(?:;|$)`);
const ASSET = /^\/(?:_next\/static|fonts|icons|maps|scripts)\//;
/** What belongs to somebody, changes something, leads elsewhere or is limited. */
const NOT_SHARED = /^\/(?:api|admin|_next|preferences|search|docs\/call|(?:compare|prices)\.csv)(?:[/?]|$)/;
/** Feeds take no parameters, and the refusal of one is not shared. */
const FEED_WITH_QUERY = /^\/(?:feed\.xml|llms\.txt)\?/;
/** The pages that guess the reader's country. */
const READS_LANGUAGE = /^\/(?:compare|services\/[^/]+)$/;

/** What a page or a file of the site is made from; null for what is not shared. */
export function readPageAsk(target: string, headers: IncomingHttpHeaders): PageAsk | null {
  const isAsset = ASSET.test(target);
  if (!target.startsWith("/") || (!isAsset && NOT_SHARED.test(target))) return null;
  if (FEED_WITH_QUERY.test(target)) return null;
  const [path, search] = splitTarget(target);
  const { host } = new URL(publicUrl());
  if (isAsset) return toFileAsk("asset", host, spell(path, toAssetSearch(search)));
  if (WITHOUT_QUERY.test(path)) return toFileAsk("image", host, path);
  const spelled = spell(path, toPageSearch(path, search));
  if (path === COMPARE_IMAGE) return toFileAsk("image", host, spelled);
  const currency = readCurrency(headers.cookie);
  const countries = READS_LANGUAGE.test(path) ? suggestCountries(headers["accept-language"] ?? null).slice(0, 5) : [];
  const selecting = {
    ...(currency && { cookie: `${CURRENCY_COOKIE}=${currency}` }),
    ...(countries.length > 0 && { "accept-language": countries.map((code) => `und-${code}`).join(",") }),
  };
  return {
    kind: "page",
    key: [spelled, ...Object.values(selecting)].join("\n"),
    target: spelled,
    headers: { host, accept: "text/html", ...selecting },
    vary: "Accept-Encoding, Cookie, Accept-Language",
  };
}

/** Files and drawn images are in no reader's currency or language. */
function toFileAsk(kind: "image" | "asset", host: string, target: string): PageAsk {
  return { kind, key: target, target, headers: { host }, vary: "Accept-Encoding" };
}

const spell = (path: string, search: string) => (search === "" ? path : `${path}?${search}`);

function splitTarget(target: string): [string, string] {
  const at = target.indexOf("?");
  return at === -1 ? [target, ""] : [target.slice(0, at), target.slice(at + 1)];
}

/** Files are told apart by their path. Only that there is a revision counts: such an address may be held for ever. */
function toAssetSearch(search: string): string {
  return /(?:^|&)v=[^&]/.test(search) ? "v=_" : "";
}

function readCurrency(cookie: string | undefined): string | undefined {
  const code = CURRENCY_OF_COOKIE.exec(cookie ?? "")?.[1];
  return code !== undefined && CURRENCY_CODES.has(code) ? code : undefined;
}
