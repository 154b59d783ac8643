import { BROWSE_PAGE_SIZE, type BrowseQuery } from "@/lib/catalogue/products/browse-schema";
import { toCsvHref, toHref } from "@/lib/pages/query";

/** Call for the contents of the price browser, in its filters, its order and on its page. */
export function findBrowseFiles({ q, category, country, platform, period, sort, page }: BrowseQuery) {
  const api = toHref("/api/offers", {
    ...{ q: q || undefined, category, country, platform, period },
    sort: sort === "known" ? undefined : sort,
    page: page === 1 ? undefined : page,
    page_size: BROWSE_PAGE_SIZE,
  });
  return { api, csv: toCsvHref(api), json: api };
}
