import { expect, test } from "vitest";
import { Price } from "@/lib/catalogue/prices/schema";
import { page } from "@/lib/contract/envelope";
import { get } from "@/tests/support/api";
import { importHere, makeFolder, OF_NEWEST, query } from "@/tests/support/import-cli";
import { createDatabase, databaseUrl } from "@/tests/support/server";

const Page = page(Price);
const list = async (parameters: string) => Page.parse((await get(`/api/prices?page_size=200&${parameters}`)).body).data;

test("a month of Netflix Standard as a share of a month's income, against figures computed elsewhere", async () => {
  const rows = await query(
    databaseUrl,
    `SELECT country, min(income_share_pct), max(income_share_pct) FROM price WHERE ${OF_NEWEST}
     AND product = 'netflix' AND country IN ('US', 'TR', 'IN', 'PK', 'NG', 'DE', 'CH', 'BR', 'AF') GROUP BY country ORDER BY country`,
  );
  expect(rows).toEqual([
    ["AF", "24.585", "24.585"],
    ["BR", "0.978", "0.978"],
    ["CH", "0.299", "0.299"],
    ["DE", "0.317", "0.317"],
    ["IN", "2.258", "2.258"],
    ["NG", "4.325", "4.325"],
    ["PK", "2.309", "2.309"],
    ["TR", "0.436", "0.436"],
    ["US", "0.27", "0.27"],
  ]);
  expect(
    await query(
      databaseUrl,
      `SELECT count(*), count(DISTINCT country), round(percentile_cont(0.5) WITHIN GROUP (ORDER BY income_share_pct)::numeric, 3),
         count(DISTINCT country) FILTER (WHERE income_share_pct > 2)
       FROM price WHERE ${OF_NEWEST} AND product = 'netflix' AND income_share_pct IS NOT NULL`,
    ),
  ).toEqual([["214", "197", "1.194", "71"]]);
});

test.each([
  [
    "included and a rate",
    "product=netflix&country=DE&platform=ios",
    { treatment: "included", rate_pct: 19, reason: null },
  ],
  [
    "excluded, whatever the rate",
    "product=netflix&country=US&platform=ios",
    { treatment: "excluded", rate_pct: null, reason: "several rates by state" },
  ],
  ["no single rate", "product=netflix&country=BR&platform=ios", { treatment: "included", reason: "several taxes" }],
  [
    "a treatment nobody knows",
    "product=chatgpt&country=AR",
    { treatment: "unknown", ex_tax_amount: null, reason: "whether the price includes tax is not known" },
  ],
  ["no such tax", "product=netflix&country=HK&platform=web", { reason: "no such tax", rate_pct: null }],
])("tax: %s", async (_name, parameters, tax) => {
  const [price] = await list(parameters);
  expect(price?.tax).toMatchObject(tax);
});

test("an amount without tax is the amount divided by its rate, the amount itself, or null with its reason", async () => {
  const prices = [
    ...(await list("country=DE")),
    ...(await list("country=US")),
    ...(await list("country=BR")),
    ...(await list("country=HK")),
  ];
  expect(prices.length).toBeGreaterThan(200);
  for (const { amount, tax } of prices) {
    const { treatment, rate_pct, reason, ex_tax_amount } = tax;
    if (reason === "no such tax" || treatment === "excluded") expect(ex_tax_amount).toBe(amount);
    else if (treatment === "included" && rate_pct !== null)
      expect(ex_tax_amount).toBeCloseTo(amount / (1 + rate_pct / 100), 3);
    else expect({ ex_tax_amount, hasReason: reason !== null }).toEqual({ ex_tax_amount: null, hasReason: true });
  }
});

test("the rate is that of the version's exchange-rate day, to the day", async () => {
  const header = "product,country,platform,period,amount,currency,observed_on,source,source_url";
  const rates = "currency,date,usd_per_unit,source";
  const tax = "country,valid_from,valid_to,rate_pct,reason,source,source_url,reviewed_on,known_from,confirmed_by,note";
  await using folder = await makeFolder();
  for (const [day, expected] of [
    ["2025-06-30", ["22.000", "8.1967"]],
    ["2025-07-01", ["24.000", "8.0645"]],
    ["2023-01-01", ["null", "null"]],
  ] as const) {
    await using database = await createDatabase("migrated");
    const files = [
      await folder.write("s.csv", "id,name,publisher,url,license,attribution\na,A,A,https://a.example/,CC0-1.0,A"),
      await folder.write("p.csv", "slug,name,vendor,service,category,plan,website,in_basket\nx,X,Maker,X,ai,Pro,,true"),
      await folder.write("r.csv", `${rates}\nEUR,${day},1.1,a`),
      await folder.write("o.csv", `${header}\nx,EE,ios,monthly,10,EUR,${day},a,https://a.example/`),
      await folder.write(
        "t.csv",
        [
          tax,
          "EE,2024-01-01,2025-06-30,22,,a,https://a.example/,,,,",
          "EE,2025-07-01,,24,,a,https://a.example/,,,,",
        ].join("\n"),
      ),
      await folder.write(
        "tt.csv",
        "scope,platform,country,treatment,source,source_url,note\nvendor:Maker,ios,*,included,a,https://a.example/,",
      ),
    ];
    expect(await importHere(database.url, files)).toMatchObject({ code: 0 });
    expect(await query(database.url, `SELECT tax_rate_pct, ex_tax_amount FROM price WHERE ${OF_NEWEST}`)).toEqual([
      expected,
    ]);
  }
});
