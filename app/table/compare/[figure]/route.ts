import { loadComparison } from "@/app/(site)/compare/load";
import { priceCells, priceColumns } from "@/app/table/price-cells";
import { describeTable, serveTable } from "@/app/table/serve-tables";
import { toCompareHref } from "@/components/compare/compare-href";
import { readCompareRequest } from "@/components/compare/request";
import { readCompareOptions } from "@/lib/catalogue/compare/options-data";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { listUsedSources } from "@/lib/dataset/rules";
import { writeCompareTitle } from "@/lib/findings/comparison-rules";
import { readPageContext } from "@/lib/pages/context";
import { TABLES } from "@/lib/pages/share/addresses";
import { countryName } from "@/lib/text/format";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveTable(
  TABLES.comparison,
  "matrix",
  async (version, query) => {
    const [{ products, indexed, label }, { context }, { currency, unknown }] = await Promise.all([
      readCompareOptions(version),
      readPageContext(version),
      readDisplayCurrency(version, query.currency ?? "USD"),
    ]);
    const { request, refused } = readCompareRequest(query, { products, indexed });
    const [fault] = [...refused, ...(unknown ? [{ parameter: "currency", given: unknown }] : [])];
    if (fault) return { kind: "bad-parameter", detail: `${fault.parameter}: "${fault.given}" is not in this dataset.` };
    const { comparison } = await loadComparison(version, request, currency);
    const lens = request.lens ?? "shown";
    const money = makeMoney(currency);
    const columns = priceColumns(money, lens);
    const { sources } = context.summary;
    const rows = comparison.matrix.flatMap(({ product, cells, pct_vs_us }) =>
      cells.map((price, i) => {
        const code = comparison.countries[i]?.country ?? "";
        const named = [label(product), product, countryName(code), code];
        if (price === null) return [...named, ...columns.map(() => null)];
        const pct = lens === "income" ? null : (pct_vs_us[i] ?? null);
        return [...named, ...priceCells(price, pct, money, lens, sources)];
      }),
    );
    const prices = comparison.matrix.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []));
    const title = writeCompareTitle(comparison, label);
    return {
      title,
      fileName: "compare",
      columns: [
        { head: "Product", kind: "text", width: 30 },
        { head: "Slug", kind: "text" },
        { head: "Country", kind: "text" },
        { head: "Code", kind: "text", width: 8 },
        ...columns,
      ],
      rows,
      about: describeTable(
        context,
        title,
        `${toCompareHref(request, query.currency)}#matrix`,
        listUsedSources(prices, sources),
      ),
    };
  },
);
