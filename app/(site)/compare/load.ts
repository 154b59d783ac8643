import "server-only";
import type { CompareRequest } from "@/components/compare/request";
import { findComparison } from "@/lib/catalogue/compare/data";
import type { DisplayCurrency } from "@/lib/catalogue/fx/rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted-data";
import { toTaxView } from "@/lib/catalogue/tax/lens-rules";
import type { Version } from "@/lib/versions/current";

export async function loadComparison(version: Version, request: CompareRequest, currency: DisplayCurrency) {
  const tax = toTaxView(request.lens ?? "shown");
  const { data } = await findComparison(version, { ...request, date: request.date, tax });
  return toDisplayed(data, currency, tax);
}
