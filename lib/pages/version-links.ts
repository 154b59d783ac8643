import { cache } from "react";
import { toVersionAddress } from "@/lib/text/citation";

const shown = cache((): { version: string | null } => ({ version: null }));

/** Makes links and forms keep the version. Must be called before any of them is rendered. */
export function stayInVersion(version: string): void {
  shown().version = version;
}

export const linkedVersion = (): string | null => shown().version;

const OF_VERSIONS =
  /^\/(?:(?:services|countries)(?:\/[\w-]+)?|changes|compare|mine(?:\.csv)?|multipliers(?:\.csv)?|corrections|coverage|api\/[a-z]+(?:\/[\w-]+)?)?(?=[?#]|$)/;

export function toLink(href: string): string {
  const version = linkedVersion();
  if (version === null || !OF_VERSIONS.test(href) || /[?&]version=/.test(href)) return href;
  return toVersionAddress(href, version);
}
