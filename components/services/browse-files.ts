import type { Money } from "@/lib/catalogue/fx/money-rules";
import { API_SORTS, type BrowseQuery } from "@/lib/catalogue/products/browse-schema";
import { JSON_PAGE_SIZE } from "@/lib/contract/inputs";
import { toCsvHref, toHref } from "@/lib/pages/query";

export function findBrowseFiles(query: BrowseQuery, { params }: Money) {
  const { q, category, country, platform, period, sort, page } = query;
  const api = toHref("/api/services", {
    ...{ q: q || undefined, category, country, platform, period, ...params },
    sort: API_SORTS[sort],
    page: page === 1 ? undefined : page,
    page_size: JSON_PAGE_SIZE,
  });
  return { api, csv: toCsvHref(api), json: api };
}
