import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { noteClientAddress } from "@/lib/access/limits/client-address";
import { MCP_PATH } from "@/lib/agents/mcp";
import { REQUEST_ID_HEADER } from "@/lib/api/headers";
import { type RecordedRequest, recordRequest } from "@/lib/api/record-request";
import { findPageRoute } from "@/lib/pages/parameters";
import { env, publicUrl } from "@/lib/platform/env";
import { isMetricsServer } from "@/lib/platform/metrics-server";

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };
type Cache = RecordedRequest["cache"];

/** Node publishes here before a server answers, whoever made the server. */
const CHANNEL = "http.server.request.start";
const caches = new WeakMap<ServerResponse, Cache>();

/** Recognizes what route files answer and record: the API, and what agents post. */
export const isCall = (url: string): boolean =>
  (/^\/+api(?:[/?]|%2f|$)/i.test(url) && !/^\/api\/auth(?:[/?]|$)/.test(url)) || url.split("?", 1)[0] === MCP_PATH;

/** Tells the record of a page where it came from. */
export function noteCache(response: ServerResponse, cache: Cache): void {
  caches.set(response, cache);
}

/** Gives each request its client address and each page its id and record. Returns a function that ends it. */
export function watchRequests(): () => void {
  const onStart = (message: unknown) => {
    const { request, response, server } = message as Started;
    if (isMetricsServer(server)) return;
    request.url = toTarget(request.url ?? "/");
    noteClientAddress(request, env().TRUST_PROXY_HOPS);
    setForwarded(request);
    if (!isCall(request.url)) followPage(request, response);
  };
  subscribe(CHANNEL, onStart);
  return () => unsubscribe(CHANNEL, onStart);
}

/** Resolves dots; an absolute address (RFC 9112, 3.2.2) becomes its path. */
function toTarget(url: string): string {
  if (url.startsWith("//") || !URL.canParse(url, "http://localhost")) return url;
  const { pathname, search } = new URL(url, "http://localhost");
  return pathname + search;
}

/** Next would take the protocol and the host from these headers, but this process speaks http. */
function setForwarded({ headers }: IncomingMessage): void {
  delete headers["x-forwarded-proto"];
  delete headers["x-forwarded-host"];
  if (headers.origin === publicUrl()) headers["x-forwarded-host"] = new URL(publicUrl()).host;
}

function followPage(request: IncomingMessage, response: ServerResponse): void {
  const { url: target = "/", method = "" } = request;
  const requestId = randomUUID();
  request.headers[REQUEST_ID_HEADER] = requestId;
  const startedAt = performance.now();
  const route = findPageRoute(target.split("?", 1)[0] ?? "/");
  response.once("close", () => {
    const { statusCode: status, writableFinished } = response;
    const cache = caches.get(response) ?? "none";
    recordRequest({ requestId, method, route, target, status, startedAt, cache, isAborted: !writableFinished });
  });
}
