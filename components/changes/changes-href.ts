import type { PriceChangesQuery } from "@/lib/catalogue/prices/list/page-schema";
import { toHref } from "@/lib/pages/query";

export const toChangesHref = (query: Partial<PriceChangesQuery>, anchor = "#list"): string =>
  toHref("/changes", { ...query, page: query.page === 1 ? undefined : query.page }, anchor);
