import "server-only";
import type { ProductPage } from "@/components/product/model";
import { findHistory } from "@/lib/catalogue/prices/history/chart/data";
import { dearestOf } from "@/lib/catalogue/prices/rules";
import type { Version } from "@/lib/versions/current";

/** Defaults to the reader's country, the US and the most expensive. */
export async function loadHistory(version: Version, { product, lowest, home, query, money }: ProductPage) {
  const usual = [home, "US", dearestOf(lowest)?.country].filter((code) => code != null);
  const asked = query.history ?? [...new Set(usual)];
  const { product: slug } = product;
  return findHistory(version, {
    product: slug,
    countries: asked,
    until: query.date ?? null,
    currency: money.code,
  });
}
