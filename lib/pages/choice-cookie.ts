import "server-only";
import { publicUrl } from "@/lib/platform/env";

const THIRTEEN_MONTHS_SECONDS = 34_128_000;

/** `Set-Cookie` of what a reader has chosen; an empty value forgets it. */
export function writeChoiceCookie(name: string, value: string): string {
  const maxAge = value ? THIRTEEN_MONTHS_SECONDS : 0;
  const secure = publicUrl().startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax; HttpOnly${secure}`;
}
