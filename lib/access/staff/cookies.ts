import "server-only";
import type { CookiesOptions } from "next-auth";
import { publicUrl } from "@/lib/platform/env";

const CHECK_SECONDS = 15 * 60;

/** Checks that browsers reach this service by https. */
export const isSecure = () => publicUrl().startsWith("https://");

/**
 * `__Host-`: the browser accepts the cookie only from this host, by https, for all paths; no other host can set one.
 */
const nameOf = (name: string) => `${isSecure() ? "__Host-" : ""}price-atlas.${name}`;

export const sessionCookieName = () => nameOf("session");
export const csrfCookieName = () => nameOf("csrf");

/** Holds for a minute the e-mail address of a refused sign-in, for the form that is shown again. */
export const typedEmailCookieName = () => nameOf("typed");

/** Cookies of next-auth: hidden from scripts, and not sent with posts from other sites. */
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
