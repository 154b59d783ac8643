import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { formatDay as formatDayOfPage, formatPct, formatShare } from "@/lib/text/format";
import { get } from "@/tests/support/api";
import { isLong } from "@/tests/support/fault-scale";
import { importHere, makeFolder, query } from "@/tests/support/import-cli";
import { readSeries } from "@/tests/support/recompute-days";
import { type CsvRow, readCsv, recomputeIndex } from "@/tests/support/recompute-index";
import { rankPrices } from "@/tests/support/recompute-ranking";
import { createDatabase, startServer } from "@/tests/support/server";

const ECB =
  "USD,JPY,CZK,DKK,GBP,HUF,PLN,RON,SEK,CHF,ISK,NOK,TRY,AUD,BRL,CAD,CNY,HKD,IDR,ILS,INR,KRW,MXN,MYR,NZD,PHP,SGD,THB,ZAR".split(
    ",",
  );
const BUNDLED_DAY = "2026-09-29";

async function readBundledRates(): Promise<Map<string, number>> {
  const rows = readCsv(await readFile("prisma/data/fx-rates.csv", "utf8"));
  return new Map(
    rows.flatMap(({ currency = "", date, usd_per_unit }) =>
      date === BUNDLED_DAY ? [[currency, Number(usd_per_unit)]] : [],
    ),
  );
}

/** The ECB's file of one day, with each rate changed by a different factor. */
async function writeEcbFile(day: string): Promise<string> {
  const rates = await readBundledRates();
  const [euro = 1] = [rates.get("EUR")];
  const cells = ECB.map((currency, i) => {
    const usd = currency === "USD" ? 1 : (rates.get(currency) ?? 1) * (0.8 + 0.015 * i);
    return (euro / usd).toPrecision(6);
  });
  return `Date,${ECB.join(",")},\n${day},${cells.join(",")},\n`;
}

type Price = {
  product: string;
  country: string;
  platform: string;
  period: string;
  usd_monthly: number | null;
  fx_date: string | null;
  fx_stale: boolean;
  verified_on: string;
  evidence?: string;
  outdated?: boolean;
};
type Product = {
  product: string;
  ranking: string;
  min: number | null;
  median: number | null;
  max: number | null;
  cheapest: Price | null;
  prices: Price[];
};
type Index = { value: number; pct_vs_us: number; cheaper_pct: number; equal_pct: number; n_products: number };
type Country = { country: string; index: Index | null };

const keyOf = ({ product, country, platform, period }: Partial<Price> | CsvRow) =>
  `${product} ${country} ${platform} ${period}`;
const isCompared = ({ usd_monthly, fx_stale }: Pick<Price, "usd_monthly" | "fx_stale">) =>
  usd_monthly !== null && !fx_stale;

/** Number of bundled prices that are listed now, in the currencies that are counted. */
async function countCurrent(isCounted: (currency: string) => boolean): Promise<number> {
  const last = [...(await readSeries()).values()].flatMap((readings) => readings.at(-1) ?? []);
  return last.filter(({ amount, currency }) => amount !== "" && isCounted(currency)).length;
}

/** Text of a page as it is read, without its scripts. */
function readText(html: string): string {
  return html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll(/&nbsp;|[\s\u00a0\u202f]+/g, " ");
}
const plain = (text: string) => text.replaceAll(/[\s\u00a0\u202f]+/g, " ");
const formatDay = (day: string) => plain(formatDayOfPage(day));

const daysOfRates = (text: string) =>
  Array.from(text.matchAll(/\b(?:rates?|rate day) (?:of|is) (\d{1,2} \w{3} \d{4})/gi), ([, day = ""]) => day);

/** US dollars of the ranked prices of a product. */
const listRanked = (prices: readonly Price[], indexed: ReadonlySet<string>): number[] =>
  rankPrices(
    prices.map(({ product, country, verified_on, evidence = "", outdated = false, ...price }) => ({
      product,
      country,
      verified_on,
      usd: isCompared(price) ? price.usd_monthly : null,
      evidence,
      outdated,
    })),
    indexed,
  ).ranked.map(({ usd }) => usd ?? 0);

function medianOf(usd: readonly number[]): number | null {
  const sorted = [...usd].sort((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1];
  const high = sorted[sorted.length >> 1];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** One page in eight, chosen by the day; all in full runs. */
const isRead = (at: number) => isLong || (at + Math.floor(Date.now() / 86_400_000)) % 8 === 0;

/** Compares every figure that appears in two places. Returns how many were compared. */
async function compareAll(base: string, day: string): Promise<number> {
  let compared = 0;
  const read = async (path: string) => {
    const reply = await get(path, { base });
    expect(reply.status, path).toBe(200);
    return reply;
  };
  const readData = async <T>(path: string) => ((await read(path)).body as { data: T }).data;
  const download = async (dataset: string) => readCsv((await read(`/api/export?format=csv&dataset=${dataset}`)).text);
  const agree = (found: unknown, expected: unknown, where: string) => {
    expect(found, where).toEqual(expected);
    compared += 1;
  };

  const [prices, products, rates, index] = await Promise.all(["prices", "products", "rates", "index"].map(download));
  if (!prices || !products || !rates || !index) throw new Error("an export is missing");
  const exported = new Map(prices.map((row) => [keyOf(row), row]));

  const countries = await readData<Country[]>("/api/countries");
  const { meta } = (await read("/api/countries")).body as { meta: { fx_date: string } };
  agree(meta.fx_date, day, "rate day of /api/countries");
  for (const { fx_date } of index) agree(fx_date, day, "rate day of the index");

  const recomputed = recomputeIndex({ prices, products, rates });
  agree(recomputed.fxDate, day, "rate day by its definition");
  for (const row of index) {
    const figures = recomputed.figures.get(row.country ?? "");
    const { index: shown } = countries.find(({ country }) => country === row.country) ?? {};
    for (const figure of ["pct_vs_us", "cheaper_pct", "equal_pct", "n_products"] as const) {
      agree(Number(row[`index_${figure}`]), figures?.[`index_${figure}`], `${row.country} ${figure} by the exports`);
      agree(shown?.[figure], figures?.[`index_${figure}`], `${row.country} ${figure} of /api/countries`);
    }
  }

  const indexed = new Set(index.map(({ country = "" }) => country));
  for (const [at, { product: slug = "", ...row }] of products.entries()) {
    const product = await readData<Product>(`/api/services/${slug}`);
    for (const price of product.prices) {
      const row = exported.get(keyOf(price));
      agree(String(price.usd_monthly ?? ""), row?.usd_monthly, `${keyOf(price)} in dollars`);
      agree(price.fx_date ?? "", row?.fx_date, `${keyOf(price)}: day of its rate`);
      agree(String(price.fx_stale).toUpperCase(), row?.fx_stale, `${keyOf(price)}: fx_stale`);
      const age = price.fx_date === null ? 0 : (Date.parse(day) - Date.parse(price.fx_date)) / 86_400_000;
      if (price.fx_date !== null) agree(age < 0 || age > 10, price.fx_stale, `${keyOf(price)}: age of its rate`);
    }
    const usd = listRanked(product.prices, indexed);
    const [lowest, highest] = usd.length > 0 ? [Math.min(...usd), Math.max(...usd)] : [null, null];
    agree([product.min, product.max], [lowest, highest], `range of ${slug}`);
    agree(product.cheapest?.usd_monthly ?? null, lowest, `cheapest of ${slug}`);
    agree(
      [row.min, row.max],
      [lowest, highest].map((one) => String(one ?? "")),
      `${slug} exported`,
    );
    expect(product.median ?? 0, `median of ${slug}`).toBeCloseTo(medianOf(usd) ?? 0, 3);
    if (!isRead(at)) continue;
    const page = await read(`/services/${slug}`);
    const { lowPrice, highPrice } =
      /"lowPrice":(?<lowPrice>[\d.]+),"highPrice":(?<highPrice>[\d.]+)/.exec(page.text)?.groups ?? {};
    // Programs read structured data as offers that stand.
    if (lowest !== null && product.ranking !== "last_seen")
      agree([Number(lowPrice), Number(highPrice)], [lowest, highest], `range on the page of ${slug}`);
    for (const named of daysOfRates(readText(page.text))) agree(named, formatDay(day), `/services/${slug}`);
  }

  // The total of a comparison of one product is its price.
  const codes = countries.flatMap(({ country, index: has }) => (has ? [country] : []));
  for (const slug of ["netflix", "chatgpt", "spotify"]) {
    const { matrix, totals } = await readData<{
      matrix: { cells: (Price | null)[]; cheapest_country: string | null }[];
      totals: { country: string; usd_monthly: number | null }[];
    }>(`/api/compare?products=${slug}&countries=${codes.join()}`);
    for (const [at, cell] of (matrix[0]?.cells ?? []).entries()) {
      if (cell === null) continue;
      agree(String(cell.usd_monthly), exported.get(keyOf(cell))?.usd_monthly, `compare ${keyOf(cell)}`);
      const isInTotal = !cell.fx_stale && !cell.outdated;
      agree(totals[at]?.usd_monthly ?? null, isInTotal ? cell.usd_monthly : null, `total of ${keyOf(cell)}`);
    }
  }

  const ranking = (await read("/countries")).text;
  for (const [at, { country: code, index: has }] of countries.entries()) {
    if (!has && !isRead(at)) continue;
    const page = readText((await read(`/countries/${code}`)).text);
    for (const named of daysOfRates(page)) agree(named, formatDay(day), `/countries/${code}`);
    if (!has || code === "US") continue;
    const [row = ""] = ranking.match(new RegExp(`<tr(?:(?!</tr>).)*href="/countries/${code}".*?</tr>`, "s")) ?? [];
    const shown = [formatPct(has.pct_vs_us), String(has.n_products)];
    for (const [where, text, figures] of [
      ["/countries", readText(row), [...shown, formatShare(has.cheaper_pct / 100)]],
      [`/countries/${code}`, page, shown],
    ] as const) {
      for (const figure of figures) agree(text.includes(plain(figure)), true, `${figure} of ${code} on ${where}`);
    }
  }
  for (const path of ["/", "/countries", "/services", "/services?country=TR", "/docs/methodology", "/about"]) {
    for (const named of daysOfRates(readText((await read(path)).text))) agree(named, formatDay(day), path);
  }
  return compared;
}

test.each([
  {
    why: "much later: all stays where it was",
    day: "2026-11-20",
    stands: BUNDLED_DAY,
  },
  { why: "within ten days: all moves on", day: "2026-10-05", stands: "2026-10-05" },
])(
  "rates of 30 of 84 currencies, $why",
  async ({ day, stands }) => {
    await using folder = await makeFolder();
    await using database = await createDatabase("bundled");
    const { code, text } = await importHere(
      database.url,
      [await folder.write("ecb.csv", await writeEcbFile(day))],
      true,
    );
    expect(code).toBe(0);
    const left = await countCurrent((currency) => !["EUR", ...ECB].includes(currency));
    expect(
      text.includes(
        `US dollars are at the rates of 2026-09-29, because the newest, of 2026-11-20, leave out ${left} of ${await countCurrent(() => true)}`,
      ),
    ).toBe(stands !== day);
    await using server = await startServer({ DATABASE_URL: database.url });
    expect(await compareAll(server.url, stands)).toBeGreaterThan(10_000);
  },
  240_000,
);

test("a currency that is no longer published holds nothing back, and its prices are compared with nothing", async () => {
  await using folder = await makeFolder();
  await using database = await createDatabase("bundled");
  const rates = [...(await readBundledRates())].filter(([currency]) => currency !== "NGN" && currency !== "USD");
  const rows = rates.map(([currency, usd]) => `${currency},2026-11-20,${(usd * 1.01).toPrecision(8)},currency-api`);
  const file = await folder.write("fx.csv", ["currency,date,usd_per_unit,source", ...rows].join("\n"));
  const { text } = await importHere(database.url, [file], true);
  const naira = await countCurrent((currency) => currency === "NGN");
  const all = await countCurrent(() => true);
  expect(text).toContain(
    `No rate of 2026-11-20 or the 10 days before, so that they are compared with nothing (${naira} of ${all} prices, ${((100 * naira) / all).toFixed(1)}%): NGN (${naira} prices).`,
  );
  expect(await query(database.url, "SELECT DISTINCT fx_date FROM dataset_version WHERE id = 3")).toEqual([
    ["2026-11-20"],
  ]);
  await using server = await startServer({ DATABASE_URL: database.url });
  const read = async (path: string) => (await get(path, { base: server.url })).body as { data: never };
  const prices: Price[] = (await read("/api/prices?country=NG&page_size=200")).data;
  expect(prices.filter(({ fx_stale }) => fx_stale)).toHaveLength(naira);
  expect(prices.find(({ product }) => product === "chatgpt")).toMatchObject({ fx_date: BUNDLED_DAY, fx_stale: true });
  const countries: Country[] = (await read("/api/countries")).data;
  expect(countries.find(({ country: code }) => code === "NG")?.index).toBeNull();
  expect(countries.filter(({ index }) => index)).toHaveLength(17);
  const compared = (await read("/api/compare?products=chatgpt&countries=NG,US")).data;
  expect(compared).toMatchObject({
    matrix: [
      {
        cells: [
          { country: "NG", fx_stale: true },
          { country: "US", fx_stale: false },
        ],
        cheapest_country: "US",
      },
    ],
    totals: [
      { country: "NG", usd_monthly: null, complete: false, missing: ["chatgpt"] },
      { country: "US", complete: true },
    ],
    savings: { baseline: { country: "US" } },
  });
  for (const { product: slug } of (await read("/api/services?page_size=200")).data as { product: string }[]) {
    const product: Product = (await read(`/api/services/${slug}`)).data;
    expect(product.cheapest?.country, slug).not.toBe("NG");
    expect(product.cheapest?.usd_monthly ?? null, slug).toBe(product.min);
  }
  const page = readText((await get("/countries/NG", { base: server.url })).text);
  expect(page).toContain(`rate of ${formatDay(BUNDLED_DAY)}`);
  const matrix = readText((await get("/compare?products=chatgpt&countries=NG,US", { base: server.url })).text);
  expect(matrix).toContain(`rate of ${formatDay(BUNDLED_DAY)}, not compared`);
  expect(matrix).toContain("ChatGPT Plus in Nigeria cannot be compared.");
}, 120_000);
