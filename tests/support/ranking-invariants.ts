import { expect } from "vitest";
import { compare } from "@/app/api/compare/contract";
import { getProduct } from "@/app/api/services/[slug]/contract";
import { get } from "./api";
import { readCsv } from "./recompute-index";
import { type Listed, rankPrices } from "./recompute-ranking";

/** Without an index: read in April alone, without a price of most subscriptions, or without any. */
const OTHERS = ["AT", "PL", "ZA", "AQ", "CN"];
export const TAX_VIEWS = ["shown", "excluded"] as const;

/** The countries with an index. */
export const readIndexed = async (): Promise<Set<string>> =>
  new Set(readCsv((await get("/api/export?dataset=index&format=csv")).text).map(({ country = "" }) => country));

/** Checks what the API says of a product against its rows: its ends, and what it saves at home in each of these countries. */
export async function checkRanking(slug: string, tax: (typeof TAX_VIEWS)[number], indexed: ReadonlySet<string>) {
  const { data: product } = getProduct.response.parse((await get(`/api/services/${slug}?tax=${tax}`)).body);
  const rows = product.prices.flatMap((price): Listed[] => {
    const { country, verified_on, evidence = "", outdated = false } = price;
    const usd = tax === "shown" ? price.usd_monthly : price.tax.ex_tax_usd_monthly;
    return verified_on === null
      ? []
      : [{ product: slug, country, verified_on, usd: price.fx_stale ? null : usd, evidence, outdated }];
  });
  const { ranking, ranked } = rankPrices(rows, indexed);
  const usd = ranked.map((price) => Number(price.usd));
  const ends = usd.length === 0 ? [null, null] : [Math.min(...usd), Math.max(...usd)];
  const label = `${slug} ${tax}`;
  const { ex_tax_ranking, ex_tax_n_ranked, ex_tax_min, ex_tax_max } = product;
  const told =
    tax === "shown"
      ? [product.ranking, product.n_ranked, product.min, product.max]
      : [ex_tax_ranking, ex_tax_n_ranked, ex_tax_min, ex_tax_max];
  expect([label, ...told]).toEqual([label, ranking, ranked.length, ...ends]);
  const endsOf =
    tax === "shown"
      ? [product.cheapest?.country, product.most_expensive?.country]
      : [product.cheapest_without_tax?.country];
  for (const country of endsOf)
    expect([label, country]).toEqual([label, ranked.find((price) => price.country === country)?.country]);

  for (const home of [...indexed, ...OTHERS]) {
    const countries = [...new Set([home, ...endsOf.filter((code) => code !== undefined), ...indexed])];
    const path = `/api/compare?products=${slug}&countries=${countries.join(",")}&baseline=${home}&tax=${tax}`;
    const { data } = compare.response.parse((await get(path)).body);
    const own = ranked.find(({ country }) => country === home);
    const there = ranked.filter(({ country }) => countries.includes(country));
    const lowest = there.toSorted((a, b) => Number(a.usd) - Number(b.usd) || (a.country < b.country ? -1 : 1))[0];
    const isTold = ranking === "certain" && own !== undefined && lowest !== undefined && lowest.country !== home;
    const pct = isTold ? 100 * (1 - Number(lowest.usd) / Number(own.usd)) : null;
    const saving = data.matrix[0]?.saving ?? null;
    expect([label, home, saving === null]).toEqual([label, home, pct === null]);
    if (pct !== null) expect(Math.abs(Number(saving?.pct) - pct)).toBeLessThan(0.1);
    // A product that has a price in a country has it in its cell.
    const at = countries.indexOf(home);
    const hasPrice = product.prices.some(({ country }) => country === home);
    expect([label, home, data.matrix[0]?.cells[at] !== null]).toEqual([label, home, hasPrice]);
  }
}
