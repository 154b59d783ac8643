import { loadCountryPage } from "@/app/(site)/countries/[code]/load";
import { priceCells, priceColumns } from "@/app/table/price-cells";
import { describeTable, serveTable } from "@/app/table/serve-tables";
import { shareCountryFigure } from "@/components/country/share";
import { findCountryFigures } from "@/lib/catalogue/countries/figures/data";
import { findCountryPrices } from "@/lib/catalogue/countries/prices/data";
import { categoryName, productLabel } from "@/lib/catalogue/products/rules";
import { listUsedSources } from "@/lib/dataset/rules";
import { MAX_TABLE_ROWS } from "@/lib/exports/table-file";
import { toHref } from "@/lib/pages/query";
import { TABLES } from "@/lib/pages/share/addresses";
import { countryInSentence } from "@/lib/text/format";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveTable(
  TABLES.country,
  "prices",
  async (version, input) => {
    const { code, figure: _, bom, separator, ...asked } = input;
    const upper = code.toUpperCase();
    if ((await findCountryFigures(version, upper, asked.tax ?? "shown")) === null)
      return { kind: "not-found", detail: "There is no country with prices by this code." };
    const { page, refused } = await loadCountryPage(version, upper, { ...asked, currency: asked.currency ?? "USD" });
    const [fault] = refused;
    if (fault) return { kind: "bad-parameter", detail: `${fault.parameter}: "${fault.given}" is not in this dataset.` };
    const { query, money, lens, context } = page;
    const { rows } = await findCountryPrices(version, upper, query, MAX_TABLE_ROWS + 1);
    const used = listUsedSources(
      rows.map(({ price }) => price),
      context.summary.sources,
    );
    const { path, params } = shareCountryFigure(page);
    const title = `Prices in ${countryInSentence(upper)}`;
    return {
      title,
      fileName: upper,
      columns: [
        { head: "Product", kind: "text", width: 30 },
        { head: "Slug", kind: "text" },
        { head: "Category", kind: "text" },
        ...priceColumns(money, lens),
        { head: `US ${money.code} a month`, kind: "amount" },
      ],
      rows: rows.map(({ price, pct, us_usd_monthly, category, ...product }) => [
        productLabel(product),
        price.product,
        categoryName(category),
        ...priceCells(price, pct, money, lens, context.summary.sources),
        us_usd_monthly === null ? null : money.value(us_usd_monthly),
      ]),
      about: describeTable(context, title, toHref(path, params ?? {}, "#prices"), used),
    };
  },
);
