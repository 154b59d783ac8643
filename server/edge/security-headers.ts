import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env, publicUrl } from "@/lib/platform/env";
import { isApi, isStaff } from "./route-kind";

const ONE_YEAR_SECONDS = 31_536_000;
const POLICY = "Content-Security-Policy";
const UNUSED_FEATURES = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"];

/**
 * Sets the security headers of a response once, and passes Next the nonce of its inline scripts. Comes before anything
 * else reads the request: a nonce that a caller sends must never be used.
 */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse, dev: boolean): void {
  if (response.hasHeader(POLICY)) return;
  const headers = securityHeaders(request.url ?? "", dev);
  for (const [name, value] of headers) response.setHeader(name, value);
  delete request.headers["content-security-policy-report-only"];
  request.headers["content-security-policy"] = policyOf(headers);
}

/** Security headers of the response to one request; those of a page that React takes over hold a nonce of its own. */
export function securityHeaders(url: string, dev: boolean): Headers {
  if (isApi(url)) return fixedHeaders().api;
  if (isEmbed(url) && !dev) return [...fixedHeaders().public, [POLICY, EMBED_POLICY]];
  const audience = isStaff(url) ? "staff" : "public";
  return [...fixedHeaders()[audience], [POLICY, toPagePolicy(url, { hydrates: dev || audience === "staff", dev })]];
}

/** The policy among security headers, from which Next takes a page's nonce. */
export function policyOf(headers: Headers): string {
  return headers.find(([name]) => name === POLICY)?.[1] ?? "";
}

/** Security headers of the API, where there is no response to set them on. */
export const apiHeaders = (): Headers => fixedHeaders().api;

/** Nothing that the API answers is a document, and no page may frame it. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Recognizes the pages that others may frame (lib/pages/share-addresses.ts). */
const isEmbed = (url: string): boolean => /^\/embed\//.test(url);

/** Pages that others may frame carry no script and no form. */
const EMBED_POLICY =
  "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

function toPagePolicy(url: string, { hydrates, dev }: { hydrates: boolean; dev: boolean }): string {
  const scripts = hydrates ? `'self' 'nonce-${randomBytes(16).toString("base64")}'` : "'self'";
  return [
    "default-src 'self'",
    // React's development build evaluates text to name the functions of a stack.
    `script-src ${scripts}${dev ? " 'unsafe-eval'" : ""}`,
    // Charts place their marks by style attributes; elements may not be styled inline.
    dev ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'; style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    ...(dev ? ["connect-src 'self' ws:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${formTargets(url)}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Signing in with a provider is a form of ours that leads to the provider, which browsers hold against this too. */
function formTargets(url: string): string {
  const { GITHUB_ID, GOOGLE_CLIENT_ID, OIDC_ISSUER } = env();
  if (!/^\/admin\/sign-in(?:[/?]|$)/.test(url) || !(GITHUB_ID || GOOGLE_CLIENT_ID || OIDC_ISSUER)) return "'self'";
  // An issuer may have its sign-in page on another host than its own; under http only the issuer's own counts.
  return OIDC_ISSUER?.startsWith("http:") ? `'self' https: ${new URL(OIDC_ISSUER).origin}` : "'self' https:";
}

type Headers = (readonly [name: string, value: string])[];

let fixed: ReturnType<typeof makeHeaders> | null = null;

function fixedHeaders(): ReturnType<typeof makeHeaders> {
  fixed ??= makeHeaders();
  return fixed;
}

/** Headers of every response to one audience. Public ones may be shown by other sites; those of staff may not. */
function makeHeaders(): Record<"api" | "staff" | "public", Headers> {
  const isSecure = publicUrl().startsWith("https:");
  const everywhere: Headers = [
    ["X-Content-Type-Options", "nosniff"],
    ["Permissions-Policy", UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", ")],
    ...(isSecure ? ([["Strict-Transport-Security", `max-age=${ONE_YEAR_SECONDS}`]] as const) : []),
  ];
  return {
    api: [
      ...everywhere,
      [POLICY, API_POLICY],
      ["Referrer-Policy", "no-referrer"],
      ["Cross-Origin-Resource-Policy", "cross-origin"],
    ],
    public: [
      ...everywhere,
      ["Referrer-Policy", "strict-origin-when-cross-origin"],
      ["Cross-Origin-Opener-Policy", "same-origin"],
      ["Cross-Origin-Resource-Policy", "cross-origin"],
    ],
    staff: [
      ...everywhere,
      // With "no-referrer" browsers would send forms as from nowhere.
      ["Referrer-Policy", "same-origin"],
      ["Cross-Origin-Opener-Policy", "same-origin"],
      ["Cross-Origin-Resource-Policy", "same-origin"],
    ],
  };
}
