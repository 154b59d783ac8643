import type { Links, Pagination } from "@/lib/contract/envelope";
import { LICENSE_URL } from "@/lib/contract/envelope";
import { publicUrl } from "@/lib/platform/env";

/**
 * Links of a page of a list; `url` without query, `canonical` the query in canonical form. `pin`: the
 * parameter that names the version which the list was read from, so that a walk over its pages sees one dataset whatever is published meanwhile.
 */
export function toLinks(
  { page, total_pages }: Pagination,
  url: string,
  canonical: string,
  pin?: { name: string; version: string },
): Links {
  const to = (target: number) => {
    const pairs = canonical
      .split("&")
      .filter((pair) => pair !== "" && !["page", pin?.name].includes(pair.split("=", 1)[0]));
    if (pin !== undefined) pairs.push(`${pin.name}=${pin.version}`);
    if (target > 1) pairs.push(`page=${target}`);
    return pairs.length > 0 ? `${url}?${pairs.sort().join("&")}` : url;
  };
  const last = Math.max(1, total_pages);
  return {
    self: to(page),
    first: to(1),
    prev: page > 1 ? to(Math.min(page - 1, last)) : null,
    next: page < last ? to(page + 1) : null,
    last: to(last),
  };
}

/** The `Link` header (RFC 8288): the licence, the pages where there are any, and the canonical one of several addresses. */
export function toLinkHeader(links: Links | null, canonical?: string): string {
  const pages = (["first", "prev", "next", "last"] as const).flatMap((rel) =>
    links?.[rel] ? [`<${links[rel]}>; rel="${rel}"`] : [],
  );
  const named = canonical === undefined ? [] : [`<${publicUrl()}${canonical}>; rel="canonical"`];
  return [`<${LICENSE_URL}>; rel="license"`, ...pages, ...named].join(", ");
}
