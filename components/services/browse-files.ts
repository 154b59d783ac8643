import type { BrowseQuery } from "@/lib/catalogue/products/browse-schema";
import { toCsvHref, toHref } from "@/lib/pages/query";

type Files = { api: string; csv: string; json: string; note?: string };

/** Calls and files for the contents of the price browser, and their differences from it. */
export function findBrowseFiles({ q, category, country, platform, period, sort }: BrowseQuery): Files {
  const pageOnly = [q && "search by text", sort !== "name" && sort !== "known" && "sort"].filter(
    (word) => typeof word === "string",
  );
  const lacks = (more: readonly string[]) => {
    const words = [...pageOnly, ...more];
    return words.length > 0 ? ` No call can ${words.join(" or ")}: the page does that.` : "";
  };
  if (country || platform || period) {
    const filters = { country, platform, period };
    const api = toHref("/api/prices", { ...filters, page_size: 200 });
    return {
      api,
      csv: country ? toCsvHref(api) : "/api/export?dataset=prices&format=csv",
      json: api,
      note: `It answers with single prices; a row here sums up those of one subscription.${lacks(category ? ["choose a category of prices"] : [])}`,
    };
  }
  const note = `${category ? "The CSV file has every category." : ""}${lacks([])}`.trim();
  const api = toHref("/api/services", { category, page_size: 200 });
  return {
    api,
    csv: "/api/export?dataset=products&format=csv",
    json: category ? api : "/api/export?dataset=products&format=json",
    ...(note !== "" && { note }),
  };
}
