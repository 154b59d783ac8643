import { expect, test } from "vitest";
import { MOST_RUNS } from "@/lib/catalogue/prices/history/series/schema";
import { importHere, makeFolder } from "@/tests/support/import-cli";
import { createDatabase, startServer } from "@/tests/support/server";

const COUNTRIES = ["US", "DE", "TR", "GB", "JP"];
const CURRENCIES = ["USD", "GBP"];
const SOURCES = "id,name,publisher,url,license,attribution\na,A,Someone,https://a.example/,CC0-1.0,Someone";

function* writePrices(product: string, days: number) {
  for (let at = 0; at < days; at += 1) {
    const day = new Date(Date.UTC(2026, 8, 1) - at * 86_400_000).toISOString().slice(0, 10);
    for (const [place, country] of COUNTRIES.entries()) {
      const currency = country === "US" ? "USD" : CURRENCIES[(at + place) % 2];
      yield `${product},${country},ios,monthly,${(7 + ((at * 7 + place) % 300) / 100).toFixed(2)},${currency},${day},a,https://a.example/`;
    }
  }
}

test("a product's page does not grow with the length of its history, nor takes as much longer as that is longer", {
  timeout: 240_000,
}, async () => {
  await using database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const products = ["short", "long", "longest"].map((slug) => `${slug},${slug},,${slug},ai,Pro,,true`);
  const prices = [...writePrices("short", 300), ...writePrices("long", 600), ...writePrices("longest", 12_000)];
  const files = [
    await folder.write("s.csv", SOURCES),
    await folder.write("p.csv", ["slug,name,vendor,service,category,plan,website,in_basket", ...products].join("\n")),
    await folder.write("r.csv", "currency,date,usd_per_unit,source\nGBP,2026-09-01,1.0837,a\nGBP,2026-08-20,1.0731,a"),
    await folder.write(
      "h.csv",
      ["product,country,platform,period,amount,currency,observed_on,source,source_url", ...prices].join("\n"),
    ),
  ];
  expect((await importHere(database.url, files, true)).text).toContain("published");
  await using server = await startServer({ DATABASE_URL: database.url, CACHE_MB: "0" });
  const read = async (slug: string) => {
    const started = performance.now();
    const response = await fetch(`${server.url}/services/${slug}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    return { html, ms: performance.now() - started };
  };
  await read("short");
  const short = [await read("short"), await read("short"), await read("short")];
  const long = [await read("long"), await read("long"), await read("long")];
  const longest = [await read("longest"), await read("longest"), await read("longest")];
  const html = (reads: { html: string }[]) => reads[0]?.html ?? "";
  const fastest = (reads: { ms: number }[]) => Math.min(...reads.map(({ ms }) => ms));

  expect(html(longest)).toContain(`the newest ${MOST_RUNS} amounts are drawn`);
  expect(html(longest).length / html(long).length).toBeLessThan(1.05);
  expect(html(longest).length / html(short).length).toBeLessThan(1.2);
  expect(fastest(longest) / fastest(short)).toBeLessThan(10);
});
