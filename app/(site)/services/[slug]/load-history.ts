import "server-only";
import type { ProductPage } from "@/components/product/model";
import { findHistory } from "@/lib/catalogue/prices/history-data";
import { cheapestOf, dearestOf } from "@/lib/catalogue/prices/rules";
import type { Version } from "@/lib/versions/current";

/** Defaults to the reader's country, the US, the cheapest, the dearest and the most changed. */
export async function loadHistory(version: Version, { product, lowest, home, query, money }: ProductPage) {
  const usual = [home, "US", cheapestOf(lowest)?.country, dearestOf(lowest)?.country].filter((code) => code != null);
  const asked = query.history ?? [...new Set(usual)];
  const withMostChanged = query.history === undefined;
  const { product: slug } = product;
  return findHistory(version, {
    product: slug,
    countries: asked,
    withMostChanged,
    until: query.date,
    currency: money.code,
  });
}
