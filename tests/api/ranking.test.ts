import { expect, test } from "vitest";
import { compare } from "@/app/api/compare/contract";
import { listPrices } from "@/app/api/prices/contract";
import { getProduct } from "@/app/api/services/[slug]/contract";
import { listProducts } from "@/app/api/services/contract";
import type { DayPrice as Dated } from "@/lib/catalogue/prices/schema";
import { get } from "@/tests/support/api";
import { checkRanking, readIndexed, TAX_VIEWS } from "@/tests/support/ranking-invariants";
import { type CsvRow, readCsv } from "@/tests/support/recompute-index";
import { isOld, type Listed, middleOf, rankPrices } from "@/tests/support/recompute-ranking";

const download = async (dataset: string): Promise<CsvRow[]> =>
  readCsv((await get(`/api/export?dataset=${dataset}&format=csv`)).text);
const isValid = ({ usd_monthly, fx_stale }: CsvRow) => usd_monthly !== "" && fx_stale === "FALSE";

async function recompute() {
  const [prices, indexed] = await Promise.all([download("prices"), readIndexed()]);
  const middleDay = middleOf(prices.filter(isValid).map(({ verified_on = "" }) => verified_on)) ?? "";
  const listed = prices.map((row) => ({
    row,
    product: row.product ?? "",
    country: row.country ?? "",
    verified_on: row.verified_on ?? "",
    usd: isValid(row) ? Number(row.usd_monthly) : null,
    evidence: row.evidence ?? "",
    outdated: isOld(row.verified_on ?? "", middleDay),
  }));
  return { listed, indexed, middleDay };
}

const medianOf = (usd: readonly number[]) => {
  const sorted = [...usd].sort((a, b) => a - b);
  return (Number(sorted[(sorted.length - 1) >> 1]) + Number(sorted[sorted.length >> 1])) / 2;
};

test("columns of the exports follow from the rows: 132 certain, 11 uncertain, 4 last seen, 3 without a price; 816 outdated", async () => {
  const [{ listed, indexed, middleDay }, products] = await Promise.all([recompute(), download("products")]);
  expect(middleDay).toBe("2026-09-07");
  const counts: Record<string, number> = {};
  for (const product of products) {
    const own = listed.filter((price) => price.product === product.product);
    const { ranking, ranked } = rankPrices(own, indexed);
    counts[ranking] = (counts[ranking] ?? 0) + 1;
    const usd = ranked.map((price) => Number(price.usd));
    const days = ranked.map(({ verified_on }) => verified_on).sort();
    const countryAt = (end: number) => ranked.find((price) => price.usd === end)?.country ?? "";
    const low = Math.min(...usd);
    const high = Math.max(...usd);
    expect(product).toMatchObject({
      ranking,
      n_ranked: String(ranked.length),
      min: ranked.length === 0 ? "" : String(low),
      max: ranked.length === 0 ? "" : String(high),
      cheapest_country: countryAt(low),
      most_expensive_country: countryAt(high),
      verified_from: days[0] ?? "",
      verified_on: days.at(-1) ?? "",
    });
    if (ranked.length > 0) expect(Number(product.median)).toBeCloseTo(medianOf(usd), 3);
    for (const { row, outdated } of own) {
      const isRanked = ranked.some((price) => price.row === row);
      expect([row.product, row.country, row.platform, row.period, row.outdated, row.ranked]).toEqual([
        row.product,
        row.country,
        row.platform,
        row.period,
        String(outdated).toUpperCase(),
        String(isRanked).toUpperCase(),
      ]);
    }
  }
  expect(counts).toEqual({ certain: 132, uncertain: 11, last_seen: 4, none: 3 });
  expect(listed.filter(({ outdated }) => outdated)).toHaveLength(816);
});

const list = async (query: string) =>
  listProducts.response.parse((await get(`/api/services?page_size=200&${query}`)).body);
async function walk(query: string) {
  const rows: Dated[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await get(`/api/prices?page_size=200&page=${page}&${query}`);
    const { data, pagination } = listPrices.response.parse(body);
    rows.push(...data);
    pages = pagination.total_pages;
  }
  return rows;
}
const bestOf = (query: string) => walk(`best=country&${query}`);
const keyOf = ({ country, platform, period }: Dated) => `${country} ${platform} ${period}`;
const one = async (slug: string, query = "") =>
  getProduct.response.parse((await get(`/api/services/${slug}?${query}`)).body).data;

test("Kimi has the lowest of its 14 prices, though they are doubted, and says so", async () => {
  const { data, meta } = await list("q=kimi");
  expect(data.find(({ product }) => product === "kimi")).toMatchObject({
    ranking: "uncertain",
    n_ranked: 14,
    min: 16.3278,
    cheapest: { country: "TR", usd_monthly: 16.3278, ranked: true },
  });
  expect(meta.median_verified_on).toBe("2026-09-07");
});

test("Netflix leads with what September says of the countries of the index, and has April's others as outdated", async () => {
  const indexed = await readIndexed();
  const { ranking, prices, verified_from } = await one("netflix");
  expect([ranking, verified_from?.slice(0, 7)]).toEqual(["certain", "2026-09"]);
  const ranked = prices.filter((price) => price.ranked);
  expect(ranked.every(({ country, outdated }) => indexed.has(country) && outdated === false)).toBe(true);
  const old = prices.filter(({ outdated }) => outdated);
  expect(new Set(old.filter(({ country }) => !indexed.has(country)).map(({ country }) => country)).size).toBe(227);
  expect(new Set(old.map(({ verified_on }) => verified_on))).toEqual(new Set(["2026-04-09"]));
});

/** Eight that once said otherwise on each way, one of each kind, and one whose cheapest country changes without tax. */
const KINDS = [
  "kimi",
  "tinder",
  "bumble",
  "dramabox",
  "pimsleur",
  "mojo",
  "gemini",
  "pdf-expert",
  "netflix",
  "netflix-premium",
  "spotify",
  "mimo",
];

test.each(KINDS)(
  "%s has the same ends in every answer, in each tax view, today and with today as a day",
  async (slug) => {
    for (const tax of ["shown", "excluded"] as const) {
      const product = await one(slug, `tax=${tax}`);
      const { prices, access: _, ...alone } = product;
      expect((await list(`tax=${tax}`)).data.find((listed) => listed.product === slug)).toEqual(alone);
      const usdOf = (price: Dated | null) =>
        (tax === "shown" ? price?.usd_monthly : price?.tax.ex_tax_usd_monthly) ?? null;
      const ranked = prices.filter((price) => (tax === "shown" ? price.ranked : price.ex_tax_ranked));
      const usd = ranked.flatMap((price) => usdOf(price) ?? []);
      const figures =
        tax === "shown"
          ? { ranking: product.ranking, count: product.n_ranked, ends: [product.min, product.max] }
          : {
              ranking: product.ex_tax_ranking,
              count: product.ex_tax_n_ranked,
              ends: [product.ex_tax_min, product.ex_tax_max],
            };
      expect([figures.count, usd.length]).toEqual([ranked.length, ranked.length]);
      expect(figures.ends).toEqual(usd.length === 0 ? [null, null] : [Math.min(...usd), Math.max(...usd)]);
      expect(usdOf(tax === "shown" ? product.cheapest : product.cheapest_without_tax)).toBe(figures.ends[0]);
      if (tax === "shown") expect(usdOf(product.most_expensive)).toBe(figures.ends[1]);
      expect((await bestOf(`product=${slug}&tax=${tax}`)).map(keyOf)).toEqual(ranked.map(keyOf));
      if (ranked.length > 0) {
        const codes = ranked.map(({ country }) => country).slice(0, 40);
        const path = `/api/compare?products=${slug}&countries=${codes.join(",")}&tax=${tax}`;
        const { data } = compare.response.parse((await get(path)).body);
        const [row] = data.matrix;
        const among = ranked.filter(({ country }) => codes.includes(country)).map((price) => Number(usdOf(price)));
        const cellOf = (country: string | null | undefined) => row?.cells.find((cell) => cell?.country === country);
        expect([
          row?.ranking,
          cellOf(row?.cheapest_country)?.usd_monthly,
          cellOf(row?.most_expensive_country)?.usd_monthly,
        ]).toEqual([figures.ranking, Math.min(...among), Math.max(...among)]);
        if (figures.ranking !== "certain") expect([row?.saving, data.savings.best_mix?.saving]).toEqual([null, null]);
      }
      const dated = await one(slug, `tax=${tax}&date=2026-09-29`);
      const { ranking, n_ranked, min, median, max, ex_tax_ranking, ex_tax_n_ranked, ex_tax_min, ex_tax_median } =
        product;
      expect(dated).toMatchObject({ ranking, n_ranked, min, median, max });
      expect(dated).toMatchObject({ ex_tax_ranking, ex_tax_n_ranked, ex_tax_min, ex_tax_median });
      expect(dated.cheapest_without_tax?.country).toBe(product.cheapest_without_tax?.country);
      expect(
        dated.prices.map(({ country, evidence, outdated, ranked }) => ({ country, evidence, outdated, ranked })),
      ).toEqual(prices.map(({ country, evidence, outdated, ranked }) => ({ country, evidence, outdated, ranked })));
    }
  },
);

test.each(["kimi", "tinder", "netflix", "netflix-premium", "mimo"])(
  "%s: what is said at home in each country of the index and in five others follows from the rows",
  async (slug) => {
    const indexed = await readIndexed();
    for (const tax of TAX_VIEWS) await checkRanking(slug, tax, indexed);
  },
);

const FILTERS = [
  "platform=web",
  "platform=ios&period=yearly",
  "country=AT,BE,CN",
  "region=africa",
  "country=TR,EG,US&period=weekly",
];

test.each(FILTERS)("with %s the same rule is applied to what is left", async (filter) => {
  const indexed = await readIndexed();
  const { data } = await list(filter);
  expect(data.length).toBeGreaterThan(0);
  const left = await walk(filter);
  for (const product of data) {
    const own: Listed[] = left.flatMap((price) =>
      price.product !== product.product || price.verified_on === null
        ? []
        : [
            {
              product: price.product,
              country: price.country,
              verified_on: price.verified_on,
              usd: price.fx_stale ? null : price.usd_monthly,
              evidence: price.evidence ?? "",
              outdated: price.outdated === true,
            },
          ],
    );
    const { ranking, ranked } = rankPrices(own, indexed);
    const usd = ranked.map((price) => Number(price.usd));
    expect([product.product, product.ranking, product.n_ranked, product.min, product.max]).toEqual([
      product.product,
      ranking,
      ranked.length,
      ...(usd.length === 0 ? [null, null] : [Math.min(...usd), Math.max(...usd)]),
    ]);
  }
});

test("Netflix on the web is last seen, in April, in lists of products and of prices, today and on a day", async () => {
  const { data } = await list("platform=web&q=netflix");
  expect(data.find(({ product }) => product === "netflix")).toMatchObject({
    ranking: "last_seen",
    verified_from: "2026-04-09",
    verified_on: "2026-04-09",
    cheapest: { outdated: true, ranked: true },
  });
  for (const day of ["", "&date=2026-09-29"]) {
    const path = `/api/prices?product=netflix&platform=web&country=DK,AT${day}`;
    const rows = listPrices.response.parse((await get(path)).body).data;
    expect(rows.map(({ country, outdated, ranked }) => [country, outdated, ranked])).toEqual([
      ["AT", true, true],
      ["DK", true, true],
    ]);
  }
});

test("a comparison saves the same today and with today as a day, and nothing where a price is doubted", async () => {
  const path = "/api/compare?products=tinder&countries=US,TR,EG,DE";
  const [now, dated] = await Promise.all([get(path), get(`${path}&date=2026-09-29`)]);
  const { savings, totals } = compare.response.parse(now.body).data;
  expect(compare.response.parse(dated.body).data).toMatchObject({ savings, totals });
  expect(savings.baseline?.country).toBe("US");
  expect(savings.best_single_country?.saving).toBeNull();
  expect(totals.map(({ pct_vs_baseline }) => pct_vs_baseline)).toEqual([null, null, null, null]);
});
