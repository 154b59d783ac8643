import { expect, test } from "vitest";
import { z } from "zod";
import { compare } from "@/lib/catalogue/compare/endpoints";
import { listPrices } from "@/lib/catalogue/prices/endpoints";
import { getProduct } from "@/lib/catalogue/products/endpoints";
import { get } from "@/tests/support/api";
import { importHere, makeFolder, OF_NEWEST, query } from "@/tests/support/import-cli";
import { type CsvRow, readCsv } from "@/tests/support/recompute-index";
import { createDatabase } from "@/tests/support/server";

const MS_PER_DAY = 86_400_000;
const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * MS_PER_DAY).toISOString().slice(0, 10);
const download = async (dataset: string): Promise<CsvRow[]> =>
  readCsv((await get(`/api/export?dataset=${dataset}&format=csv`)).text);
const isKnown = ({ usd_monthly, fx_stale }: CsvRow) => usd_monthly !== "" && fx_stale === "FALSE";

test("a price is outdated where a fresh one of its product and country stands, and the products' figures leave it out", async () => {
  const [prices, products, index] = await Promise.all([download("prices"), download("products"), download("index")]);
  const published = index[0]?.published_at?.slice(0, 10) ?? "";
  const fresh = daysBefore(published, 90);
  let outdated = 0;
  for (const row of prices) {
    const rivals = prices.filter(
      (one) =>
        one.product === row.product &&
        one.country === row.country &&
        isKnown(one) &&
        one.evidence !== "highest_period_open",
    );
    const newest = rivals
      .map(({ verified_on = "" }) => verified_on)
      .sort()
      .at(-1);
    const since = newest === undefined ? "" : newest >= fresh ? fresh : daysBefore(newest, 90);
    const isOld = (row.verified_on ?? "") < since;
    expect([row.product, row.country, row.platform, row.outdated]).toEqual([
      ...[row.product, row.country, row.platform, String(isOld).toUpperCase()],
    ]);
    if (isOld) outdated += 1;
  }
  expect(outdated).toBeGreaterThan(10);
  for (const { product: slug, cheapest_country, min } of products) {
    const cheapest = prices.filter(
      (one) => one.product === slug && one.country === cheapest_country && one.usd_monthly === min,
    );
    if (cheapest.length > 0) expect([slug, cheapest.some((one) => one.outdated === "FALSE")]).toEqual([slug, true]);
  }
});

test("Netflix in Denmark and Egypt: the fresh App Store price is the best and the compared one, not the old web price", async () => {
  const all = listPrices.response.parse(
    (await get("/api/prices?product=netflix&country=DK,EG&page_size=200")).body,
  ).data;
  const web = all.filter(({ platform }) => platform === "web");
  expect(web.map(({ country, outdated }) => [country, outdated])).toEqual([
    ["DK", true],
    ["EG", true],
  ]);
  for (const { country, usd_monthly } of web)
    expect(usd_monthly ?? 0).toBeLessThan(
      all.find((one) => one.country === country && one.platform === "ios")?.usd_monthly ?? 0,
    );
  const best = await get("/api/prices?product=netflix&country=DK,EG&best=country");
  expect(listPrices.response.parse(best.body).data.map(({ country, platform }) => [country, platform])).toEqual([
    ["DK", "ios"],
    ["EG", "ios"],
  ]);
  const { data } = compare.response.parse((await get("/api/compare?products=netflix&countries=DK,EG")).body);
  expect(data.matrix[0]?.cells.map((cell) => cell?.platform)).toEqual(["ios", "ios"]);
  const offers = z.object({
    data: z.array(z.object({ product: z.string(), cheapest: z.object({ platform: z.string() }) })),
  });
  const offer = await get("/api/services?q=netflix&country=DK");
  expect(offers.parse(offer.body).data.find(({ product }) => product === "netflix")?.cheapest.platform).toBe("ios");
});

test.each(["2026-09-30", "2026-10-15"])(
  "on %s as well; on the day before the first App Store price the web price stands",
  async (day) => {
    const { data } = getProduct.response.parse((await get(`/api/services/netflix?date=${day}`)).body);
    const webOf = (prices: typeof data.prices) =>
      prices.filter(({ country, platform }) => ["DK", "EG"].includes(country) && platform === "web");
    expect(webOf(data.prices).map(({ outdated }) => outdated)).toEqual([true, true]);
    const best = await get(`/api/prices?product=netflix&country=DK,EG&best=country&date=${day}`);
    expect(listPrices.response.parse(best.body).data.map(({ platform }) => platform)).toEqual(["ios", "ios"]);
    const before = getProduct.response.parse((await get("/api/services/netflix?date=2026-08-01")).body).data;
    expect(webOf(before.prices).map(({ outdated }) => outdated)).toEqual([false, false]);
  },
);

const SOURCES = "id,name,publisher,url,license,attribution\na,A,Publisher A,https://a.example/,CC-BY-4.0,A";
const PRICES = "product,country,platform,period,amount,currency,observed_on,source,source_url";

test("a price is outdated 91 days before today, or before a price that is older than that", async () => {
  const cases = [
    { name: "91 days against today", web: 91, ios: 0, isOutdated: true },
    { name: "90 days against today", web: 90, ios: 0, isOutdated: false },
    { name: "95 days against 80", web: 95, ios: 80, isOutdated: true },
    { name: "both old with 90 days between", web: 200, ios: 110, isOutdated: false },
    { name: "both old with 91 days between", web: 201, ios: 110, isOutdated: true },
  ];
  await using database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const today = new Date().toISOString().slice(0, 10);
  const row = (place: string, amount: string, age: number) =>
    `${place},monthly,${amount},USD,${daysBefore(today, age)},a,https://a.example/`;
  const products = cases.map(({ name }, at) => `p${at},${name},,P,ai,Pro,,true`);
  const rows = cases.flatMap(({ web, ios }, at) => [row(`p${at},US,web`, "8", web), row(`p${at},US,ios`, "9", ios)]);
  const files = [
    await folder.write("s.csv", SOURCES),
    await folder.write("p.csv", ["slug,name,vendor,service,category,plan,website,in_basket", ...products].join("\n")),
    await folder.write("o.csv", [PRICES, ...rows].join("\n")),
  ];
  expect(await importHere(database.url, files, true)).toMatchObject({ code: 0 });
  const found = await query(
    database.url,
    `SELECT t.name, bool_or(p.is_outdated) FILTER (WHERE platform = 'web'), bool_or(p.is_outdated) FILTER (WHERE platform = 'ios'),
       min(t.usd_monthly_min) FROM price p JOIN product t ON (t.version_id, t.slug) = (p.version_id, p.product)
     WHERE p.${OF_NEWEST} GROUP BY 1, p.product ORDER BY p.product`,
  );
  expect(found).toEqual(
    cases.map(({ name, isOutdated }) => [name, isOutdated ? "t" : "f", "f", isOutdated ? "9.0000" : "8.0000"]),
  );
});
