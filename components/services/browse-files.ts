import type { Money } from "@/lib/catalogue/fx/money-rules";
import { API_SORTS, type BrowseQuery } from "@/lib/catalogue/products/browse/schema";
import { JSON_PAGE_SIZE } from "@/lib/contract/inputs";
import { toCsvHref, toHref } from "@/lib/pages/query";
import { countryInSentence } from "@/lib/text/format";

/** The call of the list, and that of the prices in the reader's country where the list is not of it. */
export function findBrowseFiles(query: BrowseQuery, home: string, { params }: Money) {
  const { q, category, country, platform, period, sort, page } = query;
  const filters = { q: q || undefined, category, platform, period, ...params };
  const api = toHref("/api/services", {
    ...filters,
    country,
    sort: API_SORTS[sort],
    page: page === 1 ? undefined : page,
    page_size: JSON_PAGE_SIZE,
  });
  const own = toHref("/api/services", { ...filters, country: home, page_size: JSON_PAGE_SIZE });
  const beside = country === home ? undefined : { name: `Prices in ${countryInSentence(home)}`, path: own };
  return { api, csv: toCsvHref(api), json: api, beside };
}
