import { Link } from "@/components/ui/link";
import { type CompareView, countEmpty } from "@/lib/catalogue/compare/arrange-rules";
import { sumOf } from "@/lib/catalogue/compare/rules";
import type { Comparison } from "@/lib/catalogue/compare/schema";
import { countNoun } from "@/lib/text/words";
import { toCompareHref } from "./compare-href";
import type { CompareRequest } from "./request";

export function ViewLinks({
  comparison,
  request,
  currency,
}: {
  comparison: Comparison;
  request: CompareRequest;
  currency: string | undefined;
}) {
  const view: CompareView = request.view ?? { isByTotal: false, hidesEmpty: false };
  const totals = new Set(comparison.totals.flatMap((total) => sumOf(total) ?? []));
  const empty = countEmpty(comparison);
  const hrefWith = (changes: Partial<CompareView>) =>
    toCompareHref({ ...request, view: { ...view, ...changes } }, currency);
  const isSorted = totals.size > 1 && comparison.countries.length > 2;
  if (!isSorted && empty === 0) return null;
  return (
    <p className="view-switch">
      {isSorted && (
        <>
          <Link href={hrefWith({ isByTotal: false })} aria-current={view.isByTotal ? undefined : "true"}>
            As listed
          </Link>
          <Link href={hrefWith({ isByTotal: true })} aria-current={view.isByTotal ? "true" : undefined}>
            Cheapest first
          </Link>
        </>
      )}
      {empty > 0 && (
        <Link href={hrefWith({ hidesEmpty: !view.hidesEmpty })}>
          {view.hidesEmpty ? "Show" : "Hide"} {countNoun(empty, "country", "countries")} without a price
        </Link>
      )}
    </p>
  );
}
