import { loadProductPage } from "@/app/(site)/services/[slug]/load";
import { priceCells, priceColumns } from "@/app/table/price-cells";
import { describeTable, serveTable } from "@/app/table/serve-tables";
import { shareProductFigure } from "@/components/product/share";
import { filterRows, sortRows } from "@/lib/catalogue/prices/table-rules";
import { findProduct } from "@/lib/catalogue/products/data";
import { toTaxView } from "@/lib/catalogue/tax/lens/rules";
import { listUsedSources } from "@/lib/dataset/rules";
import { toHref } from "@/lib/pages/query";
import { TABLES } from "@/lib/pages/share/addresses";
import { formatDay } from "@/lib/text/format";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveTable(
  TABLES.product,
  "prices",
  async (version, input) => {
    const { slug, figure: _, bom, separator, ...asked } = input;
    const lens = asked.share ?? asked.tax ?? "shown";
    const found = await findProduct(version, { slug, tax: toTaxView(lens) });
    if (!("data" in found)) return found;
    const { page, rows, refused } = await loadProductPage(version, slug.toLowerCase(), {
      ...asked,
      currency: asked.currency ?? "USD",
      home: asked.home ?? "US",
    });
    const [fault] = refused;
    if (fault) return { kind: "bad-parameter", detail: `${fault.parameter}: "${fault.given}" is not in this dataset.` };
    const { query, money, context } = page;
    const shown = sortRows(filterRows(rows, query), query.sort, query.order, query.share === "income");
    const used = listUsedSources(
      shown.map(({ price }) => price),
      context.summary.sources,
    );
    const { path, params } = shareProductFigure(page, "prices");
    const title = `Prices of ${page.label} by country${query.date === undefined ? "" : ` on ${formatDay(query.date)}`}`;
    return {
      title,
      fileName: page.product.product,
      columns: [
        { head: "Country", kind: "text" },
        { head: "Code", kind: "text", width: 8 },
        { head: "Region", kind: "text", width: 14 },
        ...priceColumns(money, lens, page.base?.country),
      ],
      rows: shown.map(({ price, name, region, pct }) => [
        name,
        price.country,
        region,
        ...priceCells(price, pct, money, lens, context.summary.sources),
      ]),
      about: describeTable(context, title, toHref(path, params ?? {}, "#prices"), used),
    };
  },
);
