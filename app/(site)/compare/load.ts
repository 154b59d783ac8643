import "server-only";
import type { CompareRequest } from "@/components/compare/request";
import { findComparison } from "@/lib/catalogue/compare/data";
import { findCoverageStatus } from "@/lib/catalogue/coverage/data";
import { COVERAGE_WORDS } from "@/lib/catalogue/coverage/rules";
import type { DisplayCurrency } from "@/lib/catalogue/fx/rules";
import { toDisplayed } from "@/lib/catalogue/prices/converted/data";
import { toTaxView } from "@/lib/catalogue/tax/lens/rules";
import type { Version } from "@/lib/versions/current";

export async function loadComparison(version: Version, request: CompareRequest, currency: DisplayCurrency) {
  const tax = toTaxView(request.lens ?? "shown");
  const [{ data }, statusOf] = await Promise.all([
    findComparison(version, { ...request, date: request.date, tax }),
    findCoverageStatus(version, request.products),
  ]);
  // Coverage is of today, and of every store and billing period.
  const reasonOf = (product: string, country: string) => {
    const status = statusOf(product, country);
    return request.date !== undefined || status === "priced" ? "no price" : COVERAGE_WORDS[status];
  };
  return { comparison: toDisplayed(data, currency, tax), reasonOf };
}
