import type { IncomingHttpHeaders } from "node:http";
import { suggestCountries } from "@/lib/countries/rules";
import type { Catalogue } from "@/lib/dataset/data";
import { publicUrl } from "@/lib/env";
import { exportDataset } from "@/lib/exports/endpoints";
import { CURRENCY_COOKIE } from "@/lib/fx/rules";
import { ENDPOINTS } from "@/lib/http/endpoints";
import { hasKnownSlug, parseQuery } from "@/lib/http/parse";

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

/** Limited, and of one dataset version. `route` and `params`: the pattern of the path, and its values. */
export type EndpointAsk = Shared & {
  kind: "endpoint";
  route: string;
  params: Record<string, string>;
  /** How long others may keep the answer. */
  maxAgeSeconds: number;
};

/** A page is of one version and day, an asset of a build. */
export type PageAsk = Shared & { kind: "page" | "asset" };

const SHARED_ENDPOINTS = ENDPOINTS.filter((endpoint) => endpoint !== exportDataset).map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, "(?<$1>[A-Za-z0-9-]+)")}$`),
}));

/** What an API call asks for; null for what is answered for each caller by itself, wrong calls among it. */
export function readEndpointAsk(target: string, catalogue: Catalogue): EndpointAsk | null {
  const [path = "", search = ""] = splitTarget(target);
  const found = SHARED_ENDPOINTS.find(({ pattern }) => pattern.test(path));
  if (found === undefined) return null;
  const params = { ...found.pattern.exec(path)?.groups };
  if (!hasKnownSlug(params.slug, catalogue)) return null;
  const query = parseQuery(search, found.endpoint.query, catalogue);
  if (!query.ok) return null;
  return {
    key: `${path}?${query.canonical}`,
    kind: "endpoint",
    route: found.endpoint.path,
    target: query.canonical === "" ? path : `${path}?${query.canonical}`,
    params,
    headers: { host: new URL(publicUrl()).host },
    vary: "Accept-Encoding",
    maxAgeSeconds: found.endpoint.maxAgeSeconds,
  };
}

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
  const [path = "", search = ""] = splitTarget(target);
  const spelled = search === "" ? path : `${path}?${sortPairs(search)}`;
  const { host } = new URL(publicUrl());
  if (isAsset) return { kind: "asset", key: spelled, target: spelled, headers: { host }, vary: "Accept-Encoding" };
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

function splitTarget(target: string): [string, string] {
  const at = target.indexOf("?");
  return at === -1 ? [target, ""] : [target.slice(0, at), target.slice(at + 1)];
}

/** Parameters by name; those of one name keep their order, which may matter. */
function sortPairs(search: string): string {
  const params = new URLSearchParams(search);
  params.sort();
  return params.toString();
}

function readCurrency(cookie: string | undefined): string | undefined {
  return new RegExp(`(?:^|;\\s*)${CURRENCY_COOKIE}=([A-Z]{3})(?:;|$)`).exec(cookie ?? "")?.[1];
}
