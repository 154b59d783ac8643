import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { noteClientAddress } from "@/lib/access/limits/client-address";
import { MCP_PATH } from "@/lib/agents/mcp";
import { FAULT_HEADER, REQUEST_ID_HEADER } from "@/lib/api/headers";
import { readMessage } from "@/lib/api/read-message";
import { type RecordedRequest, recordRequest, takeAnswered } from "@/lib/api/record-request";
import { findPageRoute } from "@/lib/pages/parameters";
import { env, publicUrl } from "@/lib/platform/env";
import { isMetricsServer } from "@/lib/platform/metrics-server";
import { setOwnHeader } from "@/lib/platform/own-header";
import { pageSecurityHeaders } from "@/lib/platform/security-headers";

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };
type Cache = RecordedRequest["cache"];

/** Node publishes here before a server answers, whoever made the server. */
const CHANNEL = "http.server.request.start";
/** Its percent sign stands for no byte. */
const UNREADABLE_PATH = "/%";
const OF_API = /^[/\\]*api(?:[/\\?]|$)/i;
const caches = new WeakMap<ServerResponse, Cache>();

/** Recognizes what route files answer and record: the API, and what agents post. */
export const isCall = (url: string): boolean =>
  (/^\/api(?:[/?]|%2f|$)/i.test(url) && !/^\/api\/auth(?:[/?]|$)/.test(url)) || url.split("?", 1)[0] === MCP_PATH;

/** Tells the record of a page where it came from. */
export function noteCache(response: ServerResponse, cache: Cache): void {
  caches.set(response, cache);
}

/** Gives each request one target and its client address, and each page its id and record. Returns a function that ends it. */
export function watchRequests(): () => void {
  const onStart = (message: unknown) => {
    const { request, response, server } = message as Started;
    if (isMetricsServer(server)) return;
    const target = chooseTarget(request, response);
    request.url = target;
    noteClientAddress(request, env().TRUST_PROXY_HOPS);
    setForwarded(request);
    if (!isCall(target)) followPage(request, response);
  };
  subscribe(CHANNEL, onStart);
  return () => unsubscribe(CHANNEL, onStart);
}

/**
 * The one path and query that all which follows reads. A message that cannot be read in one way asks for a path that
 * nobody can read, which is a 400 wherever it arrives.
 */
function chooseTarget(request: IncomingMessage, response: ServerResponse): string {
  const read = readMessage(request);
  const isRead = typeof read === "string";
  setOwnHeader(request, FAULT_HEADER, isRead ? null : read.detail);
  if (isRead) return read;
  if (read.endsConnection) response.setHeader("Connection", "close");
  return OF_API.test(request.url ?? "/") ? `/api${UNREADABLE_PATH}` : UNREADABLE_PATH;
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
  const [path = "/"] = target.split("?", 1);
  // For what is answered before or beside proxy.ts, which sets those of its own.
  for (const [name, value] of Object.entries(pageSecurityHeaders(path, null))) response.setHeader(name, value);
  response.once("close", () => {
    const { statusCode: status, writableFinished } = response;
    const ofPage = { route: findPageRoute(path), cache: caches.get(response) ?? "none" } as const;
    const answered = takeAnswered(requestId) ?? ofPage;
    recordRequest({ ...answered, requestId, method, target, status, startedAt, isAborted: !writableFinished });
  });
}
