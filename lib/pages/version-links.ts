import { cache } from "react";
import { toVersionAddress } from "@/lib/text/citation";

/** The dataset version that the address of the page names and the page shows, as one request has it. */
const shown = cache((): { version: string | null } => ({ version: null }));

/** Has links and forms of the page that is being rendered stay in a version. Called before any of them is made. */
export function stayInVersion(version: string): void {
  shown().version = version;
}

/** Version in which links and forms of the page stay; null where its address names none. */
export const linkedVersion = (): string | null => shown().version;

/** Pages and calls that take `version`, with anything behind their path. */
const OF_VERSIONS =
  /^\/(?:(?:services|countries)(?:\/[\w-]+)?|compare|multipliers|corrections|api\/[a-z]+(?:\/[\w-]+)?)?(?=[?#]|$)/;

/** Address of a link on the page that is being rendered: in the version of that page, where it names none itself. */
export function toLink(href: string): string {
  const version = linkedVersion();
  if (version === null || !OF_VERSIONS.test(href) || /[?&]version=/.test(href)) return href;
  return toVersionAddress(href, version);
}
