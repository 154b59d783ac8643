import "server-only";
import { STATUS_CODES } from "node:http";
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { readClientAddress } from "@/lib/access/limits/client-address";
import { isOwnPost } from "@/lib/access/staff/origin";
import { REFUSAL_ID, SIGN_IN_PATH, toReturnPath } from "@/lib/access/staff/roles/rules";
import {
  authCookies,
  csrfCookieName,
  isSecure,
  knownBrowserCookieName,
  sessionCookieName,
  toCsrfToken,
  typedEmailCookieName,
} from "@/lib/access/staff/sessions/cookies";
import { env, publicUrl } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { KNOWN_BROWSER_SECONDS, makeKnownBrowser } from "./known-browser";
import { authOptions } from "./sign-in";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Endpoints of next-auth in use. The others would prolong sessions and fill the log. */
const OPEN = {
  GET: ["signin", "callback", "csrf", "signout", "error"],
  POST: ["signin", "callback", "signout"],
};
const FORM = "application/x-www-form-urlencoded";
const MAX_EMAIL_CHARS = 254;
const NO_STORE_HEADERS = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

export async function handleAuth(request: NextRequest, context: Context): Promise<Response> {
  const [action = ""] = (await context.params).nextauth;
  const isPost = request.method === "POST";
  if (!OPEN[isPost ? "POST" : "GET"].includes(action)) return refuse(404);
  if (isPost && !isOwnPost(request.headers)) return refuse(403);
  if (isPost && !request.headers.get("content-type")?.startsWith(FORM)) return refuse(415);
  if (env().NEXTAUTH_SECRET === undefined) return fail();
  const email = isPost && action === "callback" ? await readEmail(request.clone()) : null;
  const clientAddress = readClientAddress(request.headers);
  const cookie = request.cookies.get(knownBrowserCookieName())?.value;
  const session = request.cookies.get(sessionCookieName())?.value;
  const browser = toCsrfToken(request.cookies.get(csrfCookieName())?.value) ?? "";
  let entered: string | null = null;
  const options = authOptions({ clientAddress, cookie, session, browser }, (who) => {
    entered = who;
  });
  const response = await NextAuth(withReturnPath(request), context, options).catch((error: unknown) => {
    log().error({ error: error instanceof Error ? error.message : "" }, "sign-in failed");
    return fail();
  });
  return response.status >= 500 ? fail() : toOwnResponse(response, request, { typed: email, entered });
}

/** Deletes the one cookie that can make next-auth fail. */
function fail(): Response {
  const { name } = authCookies().callbackUrl;
  const cookie = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;
  const location = `${SIGN_IN_PATH}?error=Unavailable`;
  return new Response(null, {
    status: 302,
    headers: { ...NO_STORE_HEADERS, Location: location, "Set-Cookie": cookie },
  });
}

/** Replaces an invalid return address, on which next-auth shows its own error page. */
function withReturnPath(request: NextRequest): NextRequest {
  const { searchParams } = request.nextUrl;
  const wanted = searchParams.get("callbackUrl");
  if (wanted !== null) searchParams.set("callbackUrl", toReturnPath(wanted, publicUrl()));
  return request;
}

/**
 * Keeps redirects on the requested host, because cookies belong to it. Keeps the e-mail address in a cookie, because
 * page addresses are logged.
 */
function toOwnResponse(
  response: Response,
  request: NextRequest,
  { typed, entered }: { typed: string | null; entered: string | null },
): Response {
  const headers = new Headers(response.headers);
  const location = headers.get("location");
  if (location !== null) {
    const url = new URL(location, publicUrl());
    const hasFailed = url.searchParams.has("error");
    if (typed !== null && hasFailed) headers.append("Set-Cookie", keepEmail(typed));
    if (entered !== null && !hasFailed) headers.append("Set-Cookie", keepBrowser(entered));
    const isRefusal = url.pathname === SIGN_IN_PATH && url.searchParams.has("error");
    const wanted = request.cookies.get(authCookies().callbackUrl.name)?.value;
    if (isRefusal && !url.searchParams.has("callbackUrl") && wanted !== undefined)
      url.searchParams.set("callbackUrl", toReturnPath(wanted, publicUrl()));
    const hash = isRefusal ? `#${REFUSAL_ID}` : url.hash;
    if (url.origin === new URL(publicUrl()).origin) headers.set("location", url.pathname + url.search + hash);
  }
  for (const [name, value] of Object.entries(NO_STORE_HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

async function readEmail(request: Request): Promise<string | null> {
  const email = (await request.formData().catch(() => null))?.get("email");
  return typeof email === "string" ? email.slice(0, MAX_EMAIL_CHARS) : null;
}

const keepEmail = (email: string) =>
  `${typedEmailCookieName()}=${encodeURIComponent(email)}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;

const keepBrowser = (email: string) =>
  `${knownBrowserCookieName()}=${makeKnownBrowser(email)}; Path=/; Max-Age=${KNOWN_BROWSER_SECONDS}; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;

function refuse(status: 403 | 404 | 415): Response {
  const body = { type: "about:blank", title: STATUS_CODES[status], status };
  const headers = { ...NO_STORE_HEADERS, "Content-Type": "application/problem+json; charset=utf-8" };
  return new Response(JSON.stringify(body), { status, headers });
}
