import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { z } from "zod";
import { importFiles } from "@/lib/import/import-files";
import { importHere, makeFolder, OF_NEWEST, query, readContent, readVersions } from "@/tests/support/import-cli";
import { createDatabase } from "@/tests/support/server";
import { timeOfReadings } from "@/tests/support/test-days";

const OPENTHERANK =
  "snapshot_date,country_code,product_slug,product,category,source,plan,period,price_local,currency,price_usd," +
  "us_price_usd,pct_vs_us,in_index,price_note,checked_at,page_url";

const RELEASE = `\uFEFF${OPENTHERANK}
2026-09-30,AR,youtube,YouTube,streaming,app_store,Premium,month,USD 4.99/mo,USD,4.99,20.99,-76.227,true,,2026-09-29,https://opentherank.com/streaming-pricing/youtube/
2026-09-30,AR,prequel,Prequel,photo-video,app_store,Gold,week,US$4.99/week,USD,4.99,5.99,-16.694,true,"A note, with commas.",2026-09-08,https://opentherank.com/photo-video-pricing/prequel/
2026-09-30,TR,cursor,Cursor,ai,app_store,Pro,month,"₺1.499,99/mo",TRY,30.61,25.99,17.776,true,,2026-09-26,https://opentherank.com/ai-pricing/cursor/
2026-09-30,TR,icloud,iCloud+,productivity,vendor_website,200 GB,month,₺169.99/mo,TRY,3.47,2.99,16.054,true,,2026-09-29,https://opentherank.com/productivity-pricing/icloud/
2026-09-30,DK,minecraft,Minecraft,mobile-game,app_store,Realms (2 Friends),month,DKK 29/mo,DKK,4.41,3.99,10.526,false,,2026-09-02,https://opentherank.com/mobile-game-pricing/minecraft/
2026-09-30,DK,clash-royale,Clash Royale,mobile-game,app_store,Pouch of Gems,one-time,45,DKK,6.85,4.99,37.275,false,,2026-09-02,https://opentherank.com/mobile-game-pricing/clash-royale/
2026-09-30,JP,plague-inc,Plague Inc.,mobile-game,app_store,Full Game,one-time,¥150,JPY,0.95,0.99,-4.04,false,,2026-09-02,https://opentherank.com/mobile-game-pricing/plague-inc/
`;

test("a release file on top of known data: what we have is unchanged, what is new comes with its product", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const file = await folder.write("prices_OpenTheRank.csv", RELEASE);
  const rates = await folder.write("rates.csv", "currency,date,usd_per_unit,source\nDKK,2026-09-30,0.1521,ecb\n");
  const { code, text } = await importHere(database.url, [file, rates]);
  expect([code, text]).toEqual([
    0,
    expect.stringContaining(
      "prices_OpenTheRank.csv (opentherank): added 1, changed 0, confirmed 0, unchanged 4, skipped 2",
    ),
  ]);
  const product = `SELECT slug, name, vendor, category, plan, website, in_basket, countries FROM product
    WHERE ${OF_NEWEST} AND slug IN ('minecraft', 'clash-royale')`;
  expect(await query(database.url, product)).toEqual([
    ["minecraft", "Minecraft", "null", "mobile-game", "Realms (2 Friends)", "null", "f", "1"],
  ]);
  const price = `SELECT platform, period, amount, currency, source_id, source_url, verified_on FROM price
    WHERE ${OF_NEWEST} AND product = 'minecraft'`;
  const page = "https://opentherank.com/mobile-game-pricing/minecraft/";
  expect(await query(database.url, price)).toEqual([
    ["ios", "monthly", "29.0000", "DKK", "opentherank-2026-09-30", page, "2026-09-02"],
  ]);
  expect(
    await query(database.url, "SELECT file_name, format, added, rejected FROM import WHERE version_id = 2 ORDER BY 1"),
  ).toEqual([
    ["prices_OpenTheRank.csv", "opentherank", "1", "2"],
    ["rates.csv", "native", "1", "0"],
  ]);
  const named = `SELECT name FROM source WHERE ${OF_NEWEST} AND id = 'opentherank-2026-09-30'`;
  expect((await query(database.url, named)).flat()).toEqual([
    "Global App Store Price Index, snapshot 2026-09-30 (v2026.09.30)",
  ]);

  const next = RELEASE.replaceAll("2026-09-30", "2026-10-31").replaceAll("2026-09-29", "2026-10-30");
  expect(await importHere(database.url, [await folder.write("next.csv", next)])).toMatchObject({ code: 0 });
  const source = `SELECT name, publisher, license FROM source WHERE ${OF_NEWEST} AND id = 'opentherank-2026-10-31'`;
  expect(await query(database.url, source)).toEqual([
    ["Global App Store Price Index, snapshot 2026-10-31", "OpenTheRank", "CC-BY-4.0"],
  ]);
});

test("cells arrive as they are meant: quotes, backslashes, empty ones in quotes, columns in another order", async () => {
  await using database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const names = ["\\N", "\\.", "a\\tb", 'Say "hi", you', "%s $1", "Ünï·🎧", "null"];
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const products = names.map((name, at) =>
    ["false", at % 2 === 0 ? "" : '""', '"Family, 4"', "music", quoted(name), `product-${at}`, '""', "S"].join(","),
  );
  const files = {
    "sources.csv": `\uFEFFid,name,publisher,url,license,attribution\r\n"s",S,"P\\",https://a.example/?a=1,CC0-1.0,"By ""P"""\r\n`,
    "products.csv": ["in_basket,website,plan,category,name,slug,vendor,service", ...products, ""].join("\r\n"),
    "rates.csv": "source,date,usd_per_unit,currency\ns,2026-04-01,2.5e-02,TRY\n",
    "prices.csv":
      "source_url,source,observed_on,currency,amount,period,platform,country,product\n" +
      '"https://a.example/a,b?c=""d""",s,2026-04-01,TRY,40,monthly,ios,TR,product-0\n' +
      'https://a.example/\\n,s,2026-04-02,"","",monthly,ios,TR,"product-1"\n',
  };
  const paths = await Promise.all(Object.entries(files).map(([name, text]) => folder.write(name, text)));
  expect(await importHere(database.url, paths)).toMatchObject({ code: 0 });
  expect(await query(database.url, "SELECT publisher, attribution FROM source_entry")).toEqual([["P\\", 'By "P"']]);
  expect(
    await query(database.url, "SELECT name, plan, vendor IS NULL, website IS NULL FROM product_entry ORDER BY slug"),
  ).toEqual(names.map((name) => [name, "Family, 4", "t", "t"]));
  expect(
    await query(database.url, "SELECT observed_on, amount, source_url FROM observation ORDER BY observed_on"),
  ).toEqual([
    ["2026-04-01", "40.0000", 'https://a.example/a,b?c="d"'],
    ["2026-04-02", "null", "https://a.example/\\n"],
  ]);
  expect((await query(database.url, `SELECT usd FROM price WHERE ${OF_NEWEST}`)).flat()).toEqual(["1"]);
});

const Basket = z.array(
  z.object({
    country: z.string(),
    product: z.string(),
    period: z.string(),
    amount: z.string(),
    currency: z.string(),
    price_usd: z.string(),
    us_price_usd: z.string(),
    pct_vs_us: z.string(),
  }),
);
const LOCALES: Record<string, string> = {
  TR: "tr-TR",
  DE: "de-DE",
  FR: "fr-FR",
  DK: "da-DK",
  BR: "pt-BR",
  CH: "de-CH",
  IN: "en-IN",
  ZA: "en-ZA",
  EG: "ar-EG",
  PL: "pl-PL",
};

// The basket is one of the bundled data.
test("every price of the published basket is read back from its storefront's own print", async () => {
  await using database = await createDatabase("bundled");
  await using folder = await makeFolder();
  const basket = Basket.parse(parse(await readFile("tests/data/published-basket.csv"), { columns: true }));
  const stored = await query(
    database.url,
    `SELECT country || product || CASE period WHEN 'weekly' THEN 'week' WHEN 'monthly' THEN 'month' ELSE 'year' END, p.platform, p.verified_on, p.source_url, d.category, d.plan
     FROM price p JOIN product d ON d.version_id = p.version_id AND d.slug = p.product WHERE p.version_id = 1 AND source_id = 'opentherank-2026-09-30'`,
  );
  const facts = new Map(stored.map(([key = "", ...rest]) => [key, rest]));
  const rows = basket.map((row) => {
    const period = { weekly: "week", monthly: "month", yearly: "year" }[row.period] ?? row.period;
    const [platform, day, url, category, plan] = facts.get(row.country + row.product + period) ?? [];
    const printed = new Intl.NumberFormat(LOCALES[row.country] ?? "en-US", {
      style: "currency",
      currency: row.currency,
      maximumFractionDigits: 2,
    }).format(Number(row.amount));
    const cells = [
      "2026-09-30",
      row.country,
      row.product,
      row.product,
      category,
      platform === "web" ? "vendor_website" : "app_store",
      plan,
      period,
      `${printed}/${period}`,
    ];
    return [...cells, row.currency, row.price_usd, row.us_price_usd, row.pct_vs_us, "true", "", day, url]
      .map((cell) => `"${cell}"`)
      .join(",");
  });
  expect(rows).toHaveLength(2_320);
  const release = await folder.write("release.csv", [OPENTHERANK, ...rows].join("\n"));
  const result = await importFiles({
    files: [release],
    connectionString: database.url,
    importedBy: "test",
    now: timeOfReadings(),
    isDryRun: true,
  });
  expect(result).toMatchObject({ hasChanges: false, files: [{ format: "opentherank", unchanged: 2320, skipped: 0 }] });
});

test("a printed price that the exchange rates do not bear out is a fault, never a guess; where it has two readings, the rate settles it", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const row = (place: string, printed: string, currency: string, usd: string) =>
    `2026-09-30,${place},X,ai,app_store,Pro,month,"${printed}",${currency},${usd},1,1,true,,2026-09-26,https://opentherank.com/ai-pricing/cursor/`;
  const rows = [
    row("TR,cursor", "₺1.499,99/mo", "TRY", "31.30"),
    row("TR,cursor", "TND 1.500", "TND", "0.00"),
    row("TR,cursor", "₺149.999/mo", "TRY", "3.06"),
    row("TR,cursor", "7.5", "CUP", "1.00"),
  ];
  const rates = await folder.write(
    "rates.csv",
    "currency,date,usd_per_unit,source\nTND,2026-09-30,0.000001,currency-api\n",
  );
  const release = await folder.write("release.csv", [OPENTHERANK, ...rows].join("\n"));
  const { code, text } = await importHere(database.url, [release, rates]);
  expect(code).toBe(1);
  expect(text.replaceAll(release, "release.csv").split("\n")).toEqual([
    "release.csv:2: price_local: reads as 1499.99 TRY = 30.61 USD, but price_usd is 31.30",
    "release.csv:3: price_local: 1.5 and 1500 both agree with price_usd 0.00",
    "release.csv:4: price_local: reads as 149999 TRY = 3061.49 USD, but price_usd is 3.06",
    "release.csv:5: currency: no exchange rate of CUP is known to check the price with",
    "4 faults: nothing was imported",
  ]);

  const [tunis, settled] = await Promise.all([
    folder.write("tunis.csv", "currency,date,usd_per_unit,source\nTND,2026-09-30,0.34,currency-api\n"),
    folder.write(
      "settled.csv",
      [OPENTHERANK, row("TN,cursor", "1.500 DT", "TND", "510.00"), row("TN,claude", "14.500 DT", "TND", "4.93")].join(
        "\n",
      ),
    ),
  ]);
  // 510 dollars for Cursor wait for a person.
  expect(await importHere(database.url, [settled, tunis], true)).toMatchObject({ code: 0 });
  const read = `SELECT product, amount FROM price WHERE ${OF_NEWEST} AND country = 'TN' ORDER BY 1`;
  expect(await query(database.url, read)).toEqual([
    ["claude", "14.5000"],
    ["cursor", "1500.0000"],
  ]);
});

test("the ECB's files and the Currency API's give US dollars per unit, once, in whatever order", async () => {
  const daily = "Date, USD, JPY, TRY, \n30 September 2026, 1.1741, 174.55, 57.4, \n";
  const history = "Date,USD,JPY,CYP,TRY,\n2026-09-30,1.1741,174.55,N/A,57.4,\n2026-09-29,1.17,174,N/A,57,\n";
  const fromEuro =
    '{"date": "2026-10-01", "eur": {"eur": 1, "usd": 1.1741, "try": 57.4, "idr": 19500.5, "btc": 0.00001}}';
  const fromDollar = '{"date": "2026-10-01", "usd": {"usd": 1, "eur": 0.85171621, "try": 48.88851034}}';
  const contents: string[] = [];
  for (const order of [
    [["ecb.csv"], ["hist.csv"], ["eur.json"], ["usd.json"]],
    [
      ["usd.json", "eur.json"],
      ["hist.csv", "ecb.csv"],
    ],
  ]) {
    await using database = await createDatabase("small");
    await using folder = await makeFolder();
    const files = new Map(
      Object.entries({ "ecb.csv": daily, "hist.csv": history, "eur.json": fromEuro, "usd.json": fromDollar }),
    );
    for (const names of order) {
      const paths = await Promise.all(names.map((name) => folder.write(name, files.get(name) ?? "")));
      expect(await importHere(database.url, paths)).toMatchObject({ code: 0 });
    }
    contents.push(await readContent(database.url));
    expect(
      await query(
        database.url,
        `SELECT currency, source_id, date, trim_scale(usd_per_unit) FROM rate
         WHERE superseded_in IS NULL AND date >= '2026-09-30' ORDER BY date, currency`,
      ),
    ).toEqual([
      ["EUR", "ecb", "2026-09-30", "1.1741"],
      ["JPY", "ecb", "2026-09-30", "0.006726439416"],
      ["TRY", "ecb", "2026-09-30", "0.02045470383"],
      ["USD", "ecb", "2026-09-30", "1"],
      ["EUR", "currency-api", "2026-10-01", "1.174099997"],
      ["IDR", "currency-api", "2026-10-01", "0.0000602087126"],
      ["TRY", "currency-api", "2026-10-01", "0.02045470383"],
      ["USD", "currency-api", "2026-10-01", "1"],
    ]);
    expect(
      await query(
        database.url,
        `SELECT fx_rate::float8, fx_date FROM price
         WHERE ${OF_NEWEST} AND product = 'netflix' AND country = 'TR' AND platform = 'ios'`,
      ),
    ).toEqual([["0.02045470383", "2026-10-01"]]);
  }
  expect(new Set(contents)).toHaveLength(1);
});

test("the four formats go through the door together, in one version", async () => {
  await using database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const files = [
    await folder.write("z.json", '{"date": "2026-09-29", "eur": {"usd": 1.1355, "dkk": 7.467}}'),
    await folder.write("release.csv", RELEASE),
    await folder.write("ecb.csv", "Date, USD, TRY, \n29 September 2026, 1.1355, 55.634, \n"),
    await folder.write(
      "products.csv",
      "slug,name,vendor,service,category,plan,website,in_basket\nyoutube,YouTube,Google,YouTube Premium,streaming,Premium,,true\n",
    ),
  ];
  const { code, text } = await importHere(database.url, files);
  expect(code).toBe(0);
  expect(text).toContain(
    "published dataset version 2026-09-29.1: 5 current prices of 5 products in 3 countries, 0 ended series",
  );
  expect(await query(database.url, "SELECT id FROM source_entry ORDER BY id")).toEqual([
    ["currency-api"],
    ["ecb"],
    ["opentherank-2026-09-30"],
  ]);
  expect(await query(database.url, "SELECT vendor, service FROM product_entry WHERE slug = 'youtube'")).toEqual([
    ["Google", "YouTube Premium"],
  ]);
  expect(await query(database.url, "SELECT slug FROM product_entry WHERE service <> name")).toEqual([["youtube"]]);
  expect(await readVersions(database.url)).toHaveLength(1);
});
