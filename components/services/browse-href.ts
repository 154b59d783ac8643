import type { BrowseQuery } from "@/lib/catalogue/products/browse/schema";
import { toHref } from "@/lib/pages/query";

type Changes = Partial<Record<keyof BrowseQuery, string | number | undefined>>;
export type HrefWith = (changes: Changes) => string;

export const BROWSE_PATH = "/services";

export function makeHrefWith(query: BrowseQuery): HrefWith {
  return (changes) => {
    const { sort, page, ...rest } = { ...query, ...changes };
    return toHref(BROWSE_PATH, {
      ...rest,
      sort: sort === "known" ? undefined : sort,
      page: page === 1 ? undefined : page,
    });
  };
}
