import { notFound } from "next/navigation";
import { loadComparison } from "@/app/(site)/compare/load";
import { toCompareHref } from "@/components/compare/compare-href";
import { compareTense, describeComparison } from "@/components/compare/describe-comparison";
import { Matrix } from "@/components/compare/matrix";
import { readCompareRequest } from "@/components/compare/request";
import { EmbedFrame } from "@/components/embed/embed-frame";
import { readCompareOptions } from "@/lib/catalogue/compare/options-data";
import { CompareQuery } from "@/lib/catalogue/compare/page-schema";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney, nameTaxFree } from "@/lib/catalogue/fx/money-rules";
import { listUsedSources } from "@/lib/dataset/rules";
import { readPageContext } from "@/lib/pages/context";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";

export default async function ComparisonEmbed({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const given = await searchParams;
  const { query } = readPageQuery(given, CompareQuery);
  const version = await readPageVersion(given);
  const [{ products, indexed, label }, { context }, { currency }] = await Promise.all([
    readCompareOptions(version),
    readPageContext(version),
    readDisplayCurrency(version, query.currency ?? "USD"),
  ]);
  const { request } = readCompareRequest(query, { products, indexed });
  if (request.products.length === 0 || request.countries.length === 0) notFound();
  const lens = request.lens ?? "shown";
  const money = lens === "excluded" ? nameTaxFree(makeMoney(currency)) : makeMoney(currency);
  const { comparison, reasonOf } = await loadComparison(version, request, currency);
  const { finding, measure } = describeComparison(
    comparison,
    lens,
    label,
    money,
    context.summary.fx_date,
    compareTense(undefined, context.age),
  );
  const prices = comparison.matrix.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []));
  return (
    <EmbedFrame
      finding={finding}
      measure={measure}
      href={toCompareHref(request, query.currency)}
      context={context}
      sources={listUsedSources(prices, context.summary.sources)}
    >
      <Matrix comparison={comparison} lens={lens} label={label} money={money} reasonOf={reasonOf} />
    </EmbedFrame>
  );
}
