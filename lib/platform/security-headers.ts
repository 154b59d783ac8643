import "server-only";
import { env, publicUrl } from "./env";

const ONE_YEAR_SECONDS = 31_536_000;
const UNUSED_FEATURES = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"];

/** Includes the paths of sign-in. */
export const isStaffPath = (path: string): boolean => /^\/(?:admin|api\/auth)(?:\/|$)/.test(path);

const isEmbed = (path: string): boolean => path.startsWith("/embed/");

function commonHeaders(): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
    ...(publicUrl().startsWith("https:") && { "Strict-Transport-Security": `max-age=${ONE_YEAR_SECONDS}` }),
  };
}

export function setApiSecurityHeaders(headers: Headers): void {
  const fields = {
    ...commonHeaders(),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  for (const [name, value] of Object.entries(fields)) headers.set(name, value);
}

/** Other sites may show public files, but not those of staff. */
export function pageSecurityHeaders(path: string, nonce: string | null): Record<string, string> {
  const isStaff = isStaffPath(path);
  return {
    ...commonHeaders(),
    "Content-Security-Policy": toPagePolicy(path, nonce),
    // With "no-referrer" browsers would send staff forms without an origin.
    "Referrer-Policy": isStaff ? "same-origin" : "strict-origin-when-cross-origin",
    ...(!isEmbed(path) && { "Cross-Origin-Opener-Policy": "same-origin" }),
    "Cross-Origin-Resource-Policy": isStaff ? "same-origin" : "cross-origin",
  };
}

export function toPagePolicy(path: string, nonce: string | null): string {
  const isDev = env().NODE_ENV === "development";
  const inline = nonce === null ? "" : ` 'nonce-${nonce}'`;
  if (isEmbed(path)) return `${EMBED_POLICY}${nonce === null ? "" : `; script-src 'self'${inline}`}`;
  return [
    "default-src 'self'",
    // React's development build evaluates text to name the functions of a stack.
    `script-src 'self'${inline}${isDev ? " 'unsafe-eval'" : ""}`,
    // Charts need style attributes; inline style elements stay forbidden.
    isDev ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'; style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    ...(isDev ? ["connect-src 'self' ws:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${formTargets(path)}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

const EMBED_POLICY =
  "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/** Browsers apply form-action also to the redirect from our form to a sign-in provider. */
function formTargets(path: string): string {
  const { GITHUB_ID, GOOGLE_CLIENT_ID, OIDC_ISSUER } = env();
  if (!/^\/admin\/sign-in\/?$/.test(path) || !(GITHUB_ID || GOOGLE_CLIENT_ID || OIDC_ISSUER)) return "'self'";
  // An issuer's sign-in page may be on another host.
  return OIDC_ISSUER?.startsWith("http:") ? `'self' https: ${new URL(OIDC_ISSUER).origin}` : "'self' https:";
}
