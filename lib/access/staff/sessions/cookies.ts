import "server-only";
import type { CookiesOptions } from "next-auth";
import { publicUrl } from "@/lib/platform/env";

const CHECK_SECONDS = 15 * 60;

export const isSecure = () => publicUrl().startsWith("https://");

/** `__Host-` cookies can be set only by this host, over https. */
const nameOf = (name: string) => `${isSecure() ? "__Host-" : ""}price-atlas.${name}`;

export const sessionCookieName = () => nameOf("session");
export const csrfCookieName = () => nameOf("csrf");
/** Reads the token from next-auth's cookie, `token|signature`. Each browser has another, so a challenge can be bound to it. */
export const toCsrfToken = (cookie: string | undefined): string | undefined => cookie?.split("|")[0];

export const knownBrowserCookieName = () => nameOf("known");
export const typedEmailCookieName = () => nameOf("typed");

export function authCookies(): CookiesOptions {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure() } as const;
  const check = { ...options, maxAge: CHECK_SECONDS };
  return {
    sessionToken: { name: sessionCookieName(), options },
    csrfToken: { name: csrfCookieName(), options },
    callbackUrl: { name: nameOf("return"), options },
    pkceCodeVerifier: { name: nameOf("pkce"), options: check },
    state: { name: nameOf("state"), options: check },
    nonce: { name: nameOf("nonce"), options: check },
  };
}
