import { randomBytes, randomUUID } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { isOwnPost } from "@/lib/access/staff/origin";
import type { CachedAnswer } from "@/lib/api/answer-cache";
import { REQUEST_ID_HEADER } from "@/lib/api/headers";
import { findNames } from "@/lib/catalogue/search/data";
import { isFiled } from "@/lib/desk/reports/data";
import { pingDatabase } from "@/lib/health/data";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { isPage, toCanonicalRequest } from "@/lib/pages/canonical-request";
import { toFailurePage } from "@/lib/pages/failure-page";
import { findPageVersion } from "@/lib/pages/page-version";
import { isKnownPage } from "@/lib/pages/parameters";
import { refuseEmbed } from "@/lib/pages/share-refusal";
import { isStaffPath, pageSecurityHeaders } from "@/lib/platform/security-headers";
import type { Version } from "@/lib/versions/current";

const POLICY = "Content-Security-Policy";
/** Page that stands in place of another, with status 404. */
const MISSING = "/missing";
/** Request headers that a public page may read, beside those of its canonical request. */
const OF_MESSAGE = ["host", "accept", "user-agent", "x-forwarded-for"];
/** A proxy may keep public pages for when the app is away. */
const CACHING = { "Cache-Control": "public, max-age=0, must-revalidate" };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Passes a page its canonical request, and sets the security headers of every response but the API's. Leads to the page
 * about missing ones before a page begins: notFound() inside a page would answer with a document that shows nothing
 * without scripts.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  // Next's own URL leaves a slash at the end out.
  const { pathname: path, search } = new URL(request.url);
  const early = refuse(request, path) ?? redirectMoved(request, path, search);
  // Files have no inline scripts.
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
  // Nothing of the staff area can be shown without the database, and Next would leave it to scripts to say so.
  if (isStaffPage(path) && !(await pingDatabase())) return toResponse(toFailurePage("unavailable", path, requestId));
  // A form that is sent is the reader's alone.
  if (!isPage(path) || request.method === "POST") {
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    return NextResponse.next({ request: { headers } });
  }
  const canonical = toCanonicalRequest(path, search.slice(1), request.headers);
  const headers = new Headers();
  for (const name of OF_MESSAGE) headers.set(name, request.headers.get(name) ?? "");
  for (const [name, value] of Object.entries({ ...canonical.headers, ...own })) headers.set(name, value);
  // While the data cannot be read, the page itself has to say so.
  const version = await findPageVersion(request.nextUrl.searchParams.get("version")).catch(() => null);
  const refusal = await refuseEmbed(version, path, search, requestId);
  if (refusal !== null) return refusal;
  if (!(await isKnown(version, path)))
    return NextResponse.rewrite(new URL(MISSING, request.url), { status: 404, request: { headers } });
  headers.set(ADDRESS_HEADER, canonical.target);
  const options = { request: { headers }, headers: CACHING };
  if (canonical.target === path + search) return NextResponse.next(options);
  return NextResponse.rewrite(new URL(canonical.target, request.url), options);
}

/** Files of the first edition, which are representations of calls since. */
const MOVED: Readonly<Record<string, string>> = {
  "/prices.csv": "/api/prices?format=csv&page_size=10000",
  "/compare.csv": "/api/compare?format=csv",
};

/** Redirects to the address that another has moved to, with its query; a path has no slash at its end. */
function redirectMoved({ url }: NextRequest, path: string, search: string): Response | null {
  const moved = MOVED[path];
  const trimmed = /^\/[^/].*\/$/.test(path) ? path.replace(/\/+$/, "") + search : null;
  const target = moved === undefined ? trimmed : search === "" ? moved : `${moved}&${search.slice(1)}`;
  return target === null ? null : NextResponse.redirect(new URL(target, url), 308);
}

const READ_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Answers posts that no page of this site sent, and methods that a page does not take; null for all else. */
function refuse({ method, headers }: NextRequest, path: string): Response | null {
  // Route handlers and files answer for themselves.
  if (!isPage(path) && !isStaffPage(path)) return null;
  if (method === "POST" && !isOwnPost(headers)) return toText(403, "This can only be sent from a page of this site.");
  const takesForms = isStaffPage(path) || path === "/report";
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

/** The id that the launcher gave a request, under which it logs it, or a new one. */
function readRequestId(headers: Headers): string {
  const given = headers.get(REQUEST_ID_HEADER) ?? "";
  return UUID.test(given) ? given : randomUUID();
}

/** False for an address without a page, and for a product or country that the dataset does not have. */
async function isKnown(version: Version | null, path: string): Promise<boolean> {
  if (!isKnownPage(path) && !path.startsWith("/embed/")) return false;
  const report = /^\/report\/([^/]+)$/.exec(path)?.[1];
  if (report !== undefined) return /^[1-9]\d{0,8}$/.test(report) && (await isFiled(Number(report)).catch(() => true));
  const [, section, name = ""] = /^(?:\/embed)?\/(services|countries)\/([^/]+)$/.exec(path) ?? [];
  if (section === undefined || version === null) return true;
  const names = await findNames(version).catch(() => null);
  if (names === null) return true;
  return section === "services"
    ? names.products.some(({ slug }) => slug === name.toLowerCase())
    : names.countries.some(({ code }) => code === name.toUpperCase());
}

// Everything but the API, which answers for itself, and uploads, whose bytes Next would gather in memory here.
export const config = { matcher: ["/((?!api(?!/auth)|admin/changes/upload).*)"] };
