import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { findOwnKey } from "@/lib/api/own-key";
import { BOUND_ENDPOINTS } from "@/lib/api/routes";
import { toRoute } from "@/lib/api/serve";
import { findNothing } from "@/lib/api/unknown-path";
import { findComparisonCsv } from "@/lib/exports/comparison-csv";
import { findPricesCsv } from "@/lib/exports/prices-csv";
import { findHealth } from "@/lib/health/data";
import { findOpenApi } from "@/lib/openapi/data";

/** The routes of app/api and their like, called without Next: what it does around them takes longer than most of them. */
const ROUTES = [
  ...BOUND_ENDPOINTS.map(({ path, answer }) => bind(path, answer)),
  bind("/api/health", findHealth),
  bind("/api/key", findOwnKey),
  bind("/api/openapi.json", findOpenApi),
  bind("/compare.csv", findComparisonCsv),
  bind("/prices.csv", findPricesCsv),
];
const NOWHERE = toRoute("/api/*", findNothing);
const FILES = /^\/(?:compare|prices)\.csv(?:\?|$)/;

/** Request headers that an answer may depend on. */
const READ_HEADERS = [
  ...["x-api-key", "authorization", "x-forwarded-for"],
  ...["if-match", "if-unmodified-since", "if-none-match", "if-modified-since"],
];

/** Recognizes the files that are answered like calls of the API. */
export const isApiFile = (url: string): boolean => FILES.test(url);

/** Answers a call of the API, whatever its path and method. The path is valid percent-encoded UTF-8. */
export async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "", headers } = request;
  const [path = ""] = url.split("?", 1);
  const found = ROUTES.find(({ pattern }) => pattern.test(path));
  const params = Object.entries(found?.pattern.exec(path)?.groups ?? {}).map(([name, value]) => [
    name,
    decodeURIComponent(value),
  ]);
  const route = (found?.route ?? NOWHERE)[toMethod(request.method)];
  const reply = await route(toRequest({ method: request.method, url, headers }), {
    params: Promise.resolve(Object.fromEntries(params)),
  });
  response.statusCode = reply.status;
  response.setHeaders(reply.headers);
  response.end(reply.body === null ? undefined : Buffer.from(await reply.arrayBuffer()));
}

type Sent = { method?: string | undefined; url: string; headers: IncomingHttpHeaders };

/** The web-standard form of a request, with the headers that an answer may depend on. */
export function toRequest({ method = "GET", url, headers }: Sent): Request {
  const read = READ_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return new Request(`http://localhost${url}`, { method, headers: read });
}

const toMethod = (method = "GET") => (method === "GET" || method === "HEAD" || method === "OPTIONS" ? method : "POST");

function bind(path: string, get: Parameters<typeof toRoute>[1]) {
  const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  return { pattern, route: toRoute(path, get) };
}
