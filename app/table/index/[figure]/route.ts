import { describeTable, serveTable } from "@/app/table/serve-tables";
import { sortRanking, toRankOrder } from "@/components/countries/sort-ranking";
import { priceSources } from "@/components/site/source-list";
import { chooseBase, readCountriesAgainst } from "@/lib/catalogue/countries/base/data";
import { CountriesQuery } from "@/lib/catalogue/countries/ranking-schema";
import { medianInterval, withIndex } from "@/lib/catalogue/countries/rules";
import { readLens, toLensParams, toTaxView } from "@/lib/catalogue/tax/lens/rules";
import { byBurden } from "@/lib/findings/lens-rules";
import { readPageContext } from "@/lib/pages/context";
import { toHref } from "@/lib/pages/query";
import { TABLES } from "@/lib/pages/share/addresses";
import { baseName } from "@/lib/text/format";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveTable(
  TABLES.index,
  "ranking",
  async (version, asked) => {
    const query = CountriesQuery.parse({ sort: asked.sort, order: asked.order });
    const lens = readLens(asked);
    const base = await chooseBase(version, asked.home ?? null);
    const [{ context }, countries] = await Promise.all([
      readPageContext(version),
      readCountriesAgainst(version, { tax: toTaxView(lens), base }),
    ]);
    const indexed = withIndex(countries);
    const sorted = sortRanking(lens === "income" ? byBurden(indexed) : indexed, toRankOrder(query, lens));
    const params = { ...toLensParams(lens), home: asked.home, sort: asked.sort, order: asked.order };
    const title = `Price index of digital subscriptions by country${lens === "excluded" ? ", without tax" : ""}`;
    return {
      title,
      fileName: "ranking",
      columns: [
        { head: "Rank", kind: "count" },
        { head: "Country", kind: "text" },
        { head: "Code", kind: "text", width: 8 },
        { head: `Median against ${baseName(base)} (%)`, kind: "percent" },
        { head: "95% interval from (%)", kind: "percent" },
        { head: "95% interval to (%)", kind: "percent" },
        { head: "Middle half from (%)", kind: "percent" },
        { head: "Middle half to (%)", kind: "percent" },
        { head: `Cheaper than in ${baseName(base)} (%)`, kind: "amount" },
        { head: "Products", kind: "count" },
        { head: `Share of income (${base} = 1)`, kind: "amount" },
        { head: "Income a head (USD)", kind: "amount" },
      ],
      rows: sorted.map(({ country: code, name, index, income }) => {
        const interval = medianInterval(index);
        return [
          index.rank,
          name,
          code,
          index.pct_vs_us,
          interval?.[0] ?? null,
          interval?.[1] ?? null,
          index.p25_pct,
          index.p75_pct,
          index.cheaper_pct,
          index.n_products,
          income.ratio,
          income.gni_per_capita_usd,
        ];
      }),
      about: describeTable(
        context,
        title,
        toHref("/countries", params, "#ranking"),
        priceSources(context.summary.sources),
      ),
    };
  },
);
