import "server-only";
import { env, publicUrl } from "./env";

const ONE_YEAR_SECONDS = 31_536_000;
const UNUSED_FEATURES = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"];

/** Recognizes the staff area, and the paths of signing in to it. */
export const isStaffPath = (path: string): boolean => /^\/(?:admin|api\/auth)(?:\/|$)/.test(path);

/** Pages that others may frame (lib/pages/share-addresses.ts). */
const isEmbed = (path: string): boolean => path.startsWith("/embed/");

function commonHeaders(): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
    ...(publicUrl().startsWith("https:") && { "Strict-Transport-Security": `max-age=${ONE_YEAR_SECONDS}` }),
  };
}

/** Security headers of the API: nothing that it answers is a document, and no page may frame it. */
export function apiSecurityHeaders(): Record<string, string> {
  return {
    ...commonHeaders(),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}

/** Security headers of all else. Public files may be shown by other sites; those of staff may not. */
export function pageSecurityHeaders(path: string, nonce: string | null): Record<string, string> {
  const isStaff = isStaffPath(path);
  return {
    ...commonHeaders(),
    "Content-Security-Policy": toPagePolicy(path, nonce),
    // With "no-referrer" browsers would send forms of the staff as from nowhere.
    "Referrer-Policy": isStaff ? "same-origin" : "strict-origin-when-cross-origin",
    ...(!isEmbed(path) && { "Cross-Origin-Opener-Policy": "same-origin" }),
    "Cross-Origin-Resource-Policy": isStaff ? "same-origin" : "cross-origin",
  };
}

/** Content policy of a page; `nonce` is that of the framework's inline scripts, null for a page without them. */
export function toPagePolicy(path: string, nonce: string | null): string {
  const isDev = env().NODE_ENV === "development";
  const inline = nonce === null ? "" : ` 'nonce-${nonce}'`;
  if (isEmbed(path)) return `${EMBED_POLICY}${nonce === null ? "" : `; script-src 'self'${inline}`}`;
  return [
    "default-src 'self'",
    // React's development build evaluates text to name the functions of a stack.
    `script-src 'self'${inline}${isDev ? " 'unsafe-eval'" : ""}`,
    // Charts place their marks by style attributes; elements may not be styled inline.
    isDev ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'; style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    ...(isDev ? ["connect-src 'self' ws:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${formTargets(path)}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Pages that others may frame carry no script of ours and no form. */
const EMBED_POLICY =
  "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/** Signing in with a provider is a form of ours that leads to the provider, which browsers hold against this too. */
function formTargets(path: string): string {
  const { GITHUB_ID, GOOGLE_CLIENT_ID, OIDC_ISSUER } = env();
  if (!/^\/admin\/sign-in\/?$/.test(path) || !(GITHUB_ID || GOOGLE_CLIENT_ID || OIDC_ISSUER)) return "'self'";
  // An issuer may have its sign-in page on another host than its own; under http only the issuer's own counts.
  return OIDC_ISSUER?.startsWith("http:") ? `'self' https: ${new URL(OIDC_ISSUER).origin}` : "'self' https:";
}
