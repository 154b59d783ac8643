import { randomBytes, randomUUID } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { CLIENT_ADDRESS_HEADER } from "@/lib/access/limits/client-address";
import { isOwnPost } from "@/lib/access/staff/origin";
import { FAULT_HEADER, REQUEST_ID_HEADER } from "@/lib/api/headers";
import { toProblemResponse, toUnreadable } from "@/lib/api/problem";
import { isDecodable } from "@/lib/api/query";
import type { CachedAnswer } from "@/lib/api/reply";
import { createContext } from "@/lib/api/request-context";
import { FEED_PATH } from "@/lib/atom/address-rules";
import { findNames } from "@/lib/catalogue/search/data";
import { isFiled } from "@/lib/desk/reports/data";
import { pingDatabase } from "@/lib/health/data";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { isPage, toCanonicalRequest } from "@/lib/pages/canonical-request";
import { ENDPOINT_PAGES } from "@/lib/pages/endpoint-pages";
import { toFailurePage } from "@/lib/pages/failure-page";
import { findPageVersion } from "@/lib/pages/page-version";
import { findPageRoute, isKnownPage } from "@/lib/pages/parameters";
import { findFormFault } from "@/lib/pages/posted-form";
import { refuseEmbed } from "@/lib/pages/share/refusal";
import { log } from "@/lib/platform/log";
import { isStaffPath, pageSecurityHeaders, setApiSecurityHeaders } from "@/lib/platform/security-headers";
import type { Version } from "@/lib/versions/current";

const POLICY = "Content-Security-Policy";
const MISSING = "/missing";
const OF_MESSAGE = ["host", "accept", "user-agent", CLIENT_ADDRESS_HEADER];
/** A proxy may keep public pages for when the app is down. */
const CACHING = { "Cache-Control": "public, max-age=0, must-revalidate" };
/**
 * Of one caller, such as the forms, whose tokens are an address's. With no-store, browsers would forget what was typed
 * when one looks at another page.
 */
const OWN = { "Cache-Control": "private, no-cache" };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Answers 404 before a page begins, because notFound() inside a page shows nothing without scripts. */
export async function proxy(request: NextRequest): Promise<Response> {
  // Next's own URL drops a slash at the end.
  const { pathname: path, search } = new URL(request.url);
  if (path.startsWith("/api/") && !isStaffPath(path)) return refuseCall(request, path) ?? NextResponse.next();
  const early =
    refuseUnreadable(request, path) ??
    refuse(request, path) ??
    redirectMoved(request, path, search) ??
    (await refuseForm(request));
  const hasScripts = early === null && (isPage(path) || isStaffPath(path));
  const security = pageSecurityHeaders(path, hasScripts ? randomBytes(16).toString("base64") : null);
  const requestId = readRequestId(request.headers);
  const asked = { path, search, requestId, policy: security[POLICY] ?? "" };
  const answer = early ?? (await answerPath(request, asked));
  for (const [name, value] of Object.entries(security)) answer.headers.set(name, value);
  answer.headers.set("X-Request-Id", requestId);
  // Search engines list a page once.
  if (request.nextUrl.searchParams.has("version")) answer.headers.set("X-Robots-Tag", "noindex");
  return answer;
}

type Asked = { path: string; search: string; requestId: string; policy: string };

async function answerPath(request: NextRequest, { path, search, requestId, policy }: Asked): Promise<Response> {
  const own = { [POLICY]: policy, [ADDRESS_HEADER]: path + search, [REQUEST_ID_HEADER]: requestId };
  // Without the database Next would report the failure only by scripts.
  if (isStaffPage(path) && !(await pingDatabase())) return toResponse(toFailurePage("unavailable", path, requestId));
  if (!isPage(path) || request.method === "POST") {
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    return NextResponse.next({ request: { headers } });
  }
  const canonical = toCanonicalRequest(path, search.slice(1), request.headers);
  const headers = new Headers();
  for (const name of OF_MESSAGE) headers.set(name, request.headers.get(name) ?? "");
  for (const [name, value] of Object.entries({ ...canonical.headers, ...own })) headers.set(name, value);
  const version = await findPageVersion(request.nextUrl.searchParams.get("version")).catch(() => null);
  const refusal = await refuseEmbed(version, path, search, requestId);
  if (refusal !== null) return refusal;
  if (!(await isKnown(version, path)))
    return NextResponse.rewrite(new URL(MISSING, request.url), { status: 404, request: { headers } });
  headers.set(ADDRESS_HEADER, canonical.target);
  const options = { request: { headers }, headers: canonical.isShared ? CACHING : OWN };
  if (canonical.target === path + search) return NextResponse.next(options);
  return NextResponse.rewrite(new URL(canonical.target, request.url), options);
}

/** Kept by the promise of /docs/changelog#stability. */
const MOVED = new Map([
  ["/feed.ics", FEED_PATH],
  ["/feed.json", FEED_PATH],
]);

/** The new `path` has no slash at its end. */
function redirectMoved({ url }: NextRequest, path: string, search: string): Response | null {
  const moved = MOVED.get(path) ?? (/^\/[^/].*\/$/.test(path) ? path.replace(/\/+$/, "") : null);
  return moved === null ? null : NextResponse.redirect(new URL(moved + search, url), 308);
}

/** Next answers 500 to bytes that are no text. Logs the part of the site, because addresses are never logged. */
function refuseUnreadable({ headers }: NextRequest, path: string): Response | null {
  if (isDecodable(path)) return null;
  log().info({ route: findPageRoute(path) }, "an address cannot be decoded");
  const fault = headers.get(FAULT_HEADER);
  return toText(400, fault ?? "This address cannot be read: its percent signs do not make text in UTF-8.");
}

function refuseCall({ headers }: NextRequest, path: string): Response | null {
  if (isDecodable(path)) return null;
  const response = toProblemResponse(toUnreadable(headers), createContext());
  setApiSecurityHeaders(response.headers);
  return response;
}

async function refuseForm(request: NextRequest): Promise<Response | null> {
  const fault = await findFormFault(request);
  if (fault === null) return null;
  return fault === "too long"
    ? toText(413, "This form is longer than a megabyte.")
    : toText(400, "This form cannot be read: it is broken off, or no form of this site.");
}

const PUBLIC_FORMS = ["/docs/keys", "/follow", "/reading", "/report"];
const READ_METHODS = ["GET", "HEAD", "OPTIONS"];
/** Those of `public/` and of the build, for which Next would answer other methods with 500. */
const FILES = /^\/(?:_next|scripts|fonts|icons|maps)(?:\/|$)|^\/feed\.css$/;

function refuse({ method, headers }: NextRequest, path: string): Response | null {
  const isFile = FILES.test(path);
  if (!isPage(path) && !isStaffPage(path) && !isFile) return null;
  if (method === "POST" && !isFile && !isOwnPost(headers))
    return toText(403, "This can only be sent from a page of this site.");
  const takesForms = isStaffPage(path) || PUBLIC_FORMS.includes(path);
  const allow = (takesForms ? [...READ_METHODS, "POST"] : READ_METHODS).join(", ");
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
  return allow.split(", ").includes(method) ? null : toText(405, "This method is not possible here.", { Allow: allow });
}

const isStaffPage = (path: string) => /^\/admin(?:\/|$)/.test(path);

const toResponse = ({ status, headers, body }: CachedAnswer) => new Response(body, { status, headers });

function toText(status: number, line: string, headers: Record<string, string> = {}): Response {
  const own = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers };
  return new Response(`${line}\n`, { status, headers: own });
}

/** Reuses the id under which the request is logged. */
function readRequestId(headers: Headers): string {
  const given = headers.get(REQUEST_ID_HEADER) ?? "";
  return UUID.test(given) ? given : randomUUID();
}

async function isKnown(version: Version | null, path: string): Promise<boolean> {
  if (!isKnownPage(path) && !path.startsWith("/embed/")) return false;
  const report = /^\/report\/([^/]+)$/.exec(path)?.[1];
  if (report !== undefined) return /^[1-9]\d{0,8}$/.test(report) && (await isFiled(Number(report)).catch(() => true));
  const endpoint = /^\/docs\/endpoints\/([^/]+)$/.exec(path)?.[1];
  if (endpoint !== undefined) return Object.hasOwn(ENDPOINT_PAGES, endpoint);
  const [, section, name = ""] = /^(?:\/embed)?\/(services|countries)\/([^/]+)$/.exec(path) ?? [];
  if (section === undefined || version === null) return true;
  const names = await findNames(version).catch(() => null);
  if (names === null) return true;
  return section === "services"
    ? names.products.some(({ slug }) => slug === name.toLowerCase())
    : names.countries.some(({ code }) => code === name.toUpperCase());
}

// Excludes the API where its path is plain, what agents post, and uploads, whose bytes Next would hold in memory.
export const config = { matcher: ["/((?!api(?:/(?!auth)|$)|mcp$|admin/changes/upload$).*)", "/api/(.*%.*)"] };
