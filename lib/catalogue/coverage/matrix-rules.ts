import { categoryName } from "@/lib/catalogue/products/rules";
import { groupBy } from "@/lib/contract/group-by";
import { compareNames } from "@/lib/text/format";
import { COVERAGE_STATUSES, type CoverageCell, type CoverageStatus, type CoveredProduct } from "./schema";

export type CoverageMatrix = {
  /** Codes of the countries with prices of several services, and their priced products; those with most first. */
  columns: readonly { country: string; priced: number }[];
  /** Products by category, both by name, with one cell a column. */
  groups: readonly {
    category: string;
    rows: readonly { product: CoveredProduct; cells: readonly Omit<CoverageCell, "product">[]; priced: number }[];
  }[];
  /** Cells of the matrix. */
  counts: Readonly<Record<CoverageStatus, number>>;
  /** Countries with prices of one service: how many of its plans have one. */
  alone: readonly { country: string; service: string; priced: number; plans: number }[];
};

/** Arranges products by countries; cells that are missing were not collected. */
export function arrangeCoverage(cells: readonly CoverageCell[], products: readonly CoveredProduct[]): CoverageMatrix {
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const priced = cells.filter(({ status }) => status === "priced");
  const byCountry = groupBy(priced, ({ country }) => country);
  const servicesOf = (own: readonly CoverageCell[]) => [
    ...new Set(own.map(({ product }) => bySlug.get(product)?.service)),
  ];
  const columns = [...byCountry]
    .filter(([, own]) => servicesOf(own).length > 1)
    .map(([country, own]) => ({ country, priced: own.length }))
    .sort((a, b) => b.priced - a.priced || (a.country < b.country ? -1 : 1));
  const known = new Map(cells.map((cell) => [`${cell.product} ${cell.country}`, cell]));
  const rows = products.map((product) => {
    const own = columns.map(
      ({ country }) =>
        known.get(`${product.slug} ${country}`) ?? { country, status: "not_collected" as const, prices: 0 },
    );
    return { product, cells: own, priced: own.filter(({ status }) => status === "priced").length };
  });
  const groups = [...groupBy(rows, ({ product }) => product.category)]
    .map(([category, own]) => ({
      category,
      rows: own.sort((a, b) => compareNames(a.product.label, b.product.label)),
    }))
    .sort((a, b) => compareNames(categoryName(a.category), categoryName(b.category)));
  const statuses = rows.flatMap(({ cells: own }) => own.map(({ status }) => status));
  const countOf = (status: CoverageStatus) => statuses.filter((other) => other === status).length;
  return {
    columns,
    groups,
    counts: Object.fromEntries(
      COVERAGE_STATUSES.map((status) => [status, countOf(status)]),
    ) as CoverageMatrix["counts"],
    alone: [...byCountry].flatMap(([country, own]) => {
      const [service, ...others] = servicesOf(own);
      if (service === undefined || others.length > 0) return [];
      const plans = products.filter((product) => product.service === service).length;
      return [{ country, service, priced: own.length, plans }];
    }),
  };
}
