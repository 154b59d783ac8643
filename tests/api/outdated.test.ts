import { expect, test } from "vitest";
import { listChanges } from "@/app/api/changes/contract";
import { get } from "@/tests/support/api";
import { importHere, makeFolder, OF_NEWEST, query, readVersions } from "@/tests/support/import-cli";
import { createDatabase, startServer } from "@/tests/support/server";

const MS_PER_DAY = 86_400_000;
const MIDDLE = "2024-06-30";
const daysBefore = (days: number) => new Date(Date.parse(MIDDLE) - days * MS_PER_DAY).toISOString().slice(0, 10);
const SOURCES = "id,name,publisher,url,license,attribution\na,A,Publisher A,https://a.example/,CC-BY-4.0,A";
const PRICES = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const PRODUCTS = "slug,name,vendor,service,category,plan,website,in_basket";

const ROWS = `SELECT p.product, p.country, p.is_outdated, p.is_ranked, t.ranking FROM price p
  JOIN product t ON (t.version_id, t.slug) = (p.version_id, p.product) WHERE p.${OF_NEWEST} ORDER BY p.position`;
test("a price is outdated 121 days before the middle day; one reading more changes no other, whatever its day", async () => {
  await using database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const ages = [121, 120, 0, 0, 0, 0, -10];
  const row = (product: string, amount: string, day: string) =>
    `${product},US,ios,monthly,${amount},USD,${day},a,https://a.example/`;
  const files = [
    await folder.write("s.csv", SOURCES),
    await folder.write("p.csv", [PRODUCTS, ...ages.map((_, at) => `p${at},P${at},,P,ai,Pro,,true`)].join("\n")),
    await folder.write("o.csv", [PRICES, ...ages.map((age, at) => row(`p${at}`, "9", daysBefore(age)))].join("\n")),
  ];
  expect(await importHere(database.url, files, true)).toMatchObject({ code: 0 });
  const before = await query(database.url, ROWS);
  expect(before).toEqual([
    ["p0", "US", "t", "t", "last_seen"],
    ...ages.slice(1).map((_, at) => [`p${at + 1}`, "US", "f", "t", "certain"]),
  ]);
  expect(await query(database.url, `SELECT data_median FROM dataset_version ORDER BY id DESC LIMIT 1`)).toEqual([
    [MIDDLE],
  ]);
  // Read again long after all others, so that of the newest day everything else would be outdated.
  const later = await folder.write("later.csv", [PRICES, row("p6", "9", daysBefore(-700))].join("\n"));
  expect(await importHere(database.url, [later], true)).toMatchObject({ code: 0 });
  expect(await query(database.url, ROWS)).toEqual(before);
});

test("a publish that makes a price outdated tells that as a change, and its reading again as its return", async () => {
  await using database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const read = (products: readonly string[], day: string) =>
    [PRICES, ...products.map((product) => `${product},US,ios,monthly,9,USD,${day},a,https://a.example/`)].join("\n");
  const others = ["p1", "p2", "p3"];
  const first = [
    await folder.write("s.csv", SOURCES),
    await folder.write(
      "p.csv",
      [PRODUCTS, ...["p0", ...others].map((slug) => `${slug},P,,P,ai,${slug},,true`)].join("\n"),
    ),
    await folder.write("o.csv", read(["p0", ...others], daysBefore(130))),
  ];
  expect(await importHere(database.url, first, true)).toMatchObject({ code: 0 });
  for (const [name, text] of [
    ["others.csv", read(others, MIDDLE)],
    ["again.csv", read(["p0"], daysBefore(-1))],
  ] as const)
    expect(await importHere(database.url, [await folder.write(name, text)], true)).toMatchObject({ code: 0 });
  await using server = await startServer({ DATABASE_URL: database.url });
  const versions = await readVersions(database.url);
  const told: unknown[] = [];
  for (const [at, until] of versions.slice(1).entries()) {
    const { body } = await get(`/api/changes?object=price&since=${versions[at]}&until=${until}`, { base: server.url });
    told.push(listChanges.response.parse(body).data.map(({ kind, key }) => ["product" in key && key.product, kind]));
  }
  expect(told).toEqual([[["p0", "outdated"]], [["p0", "returned"]]]);
});
