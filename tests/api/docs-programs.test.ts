import { expect, inject, test } from "vitest";
import { z } from "zod";
import { Country } from "@/lib/catalogue/countries/schema";
import { whole } from "@/lib/contract/envelope";
import { get } from "../support/api";
import { makeProgramFolder, readPrograms } from "../support/run-program";
import { baseUrl } from "../support/server";

const readOwn = (section: string) => readPrograms(section, baseUrl, section === "pages" ? "/docs" : "/docs/programs");

async function runProgram(code: string, times = 1): Promise<string[]> {
  const runHere = await makeProgramFolder(inject("harness").dir);
  const outputs: string[] = [];
  for (let time = 0; time < times; time++) outputs.push(await runHere(code));
  return outputs;
}

test("reading every page gives every price", async () => {
  const [code = ""] = await readOwn("pages");
  const countries = whole(z.array(Country)).parse((await get("/api/countries")).body).data;
  const prices = countries.find((country) => country.country === "TR")?.n_prices;
  expect(await runProgram(code)).toEqual([`${prices} prices in Türkiye`]);
});

test("asking by condition is told that nothing is new, and so is a copy on its second night", async () => {
  const [condition = "", copy = ""] = await readOwn("caching");
  expect(await runProgram(condition)).toEqual(["nothing new"]);
  expect(await runProgram(copy, 2)).toEqual(["prices.csv is new", "prices.csv is current"]);
});

test("the cheapest country for a basket takes one call, and no other country sums up to less", async () => {
  const [code = ""] = await readOwn("programs");
  expect(code.match(/fetch\(/g)).toHaveLength(1);
  const [, country = "", dollars = ""] =
    /^([A-Z]{2}): ([\d.]+) US dollars a month$/.exec((await runProgram(code))[0] ?? "") ?? [];
  const Detail = z.object({
    data: z.object({ prices: z.array(z.object({ country: z.string(), usd_monthly: z.number().nullable() })) }),
  });
  const lowest = await Promise.all(
    ["netflix", "spotify", "chatgpt"].map(async (slug) => {
      const { prices } = Detail.parse((await get(`/api/services/${slug}`)).body).data;
      const known = new Map<string, number>();
      for (const { country, usd_monthly } of prices)
        if (usd_monthly !== null)
          known.set(country, Math.min(usd_monthly, known.get(country) ?? Number.POSITIVE_INFINITY));
      return known;
    }),
  );
  const sums = [...(lowest[0]?.keys() ?? [])].flatMap((code) => {
    const parts = lowest.flatMap((known) => known.get(code) ?? []);
    return parts.length === 3 ? [{ code, sum: parts.reduce((total, part) => total + part, 0) }] : [];
  });
  sums.sort((a, b) => a.sum - b.sum);
  expect(sums.length).toBeGreaterThan(5);
  expect(country).toBe(sums[0]?.code);
  expect(Number(dollars)).toBeCloseTo(sums[0]?.sum ?? 0, 2);
});

test("the history of Netflix in five countries takes one call, and has every amount since 2023", async () => {
  const [, code = ""] = await readOwn("programs");
  expect(code.match(/fetch\(/g)).toHaveLength(1);
  const [output = ""] = await runProgram(code);
  const lines = output.split("\n").map((line) => line.split(" "));
  const Rows = z.object({
    data: z.array(
      z.object({
        product: z.string(),
        country: z.string(),
        platform: z.string(),
        period: z.string(),
        amount: z.number(),
        first_seen_on: z.string(),
        last_seen_on: z.string(),
      }),
    ),
  });
  const { data } = Rows.parse((await get("/api/export?dataset=history")).body);
  const wanted = data.filter(
    ({ product, country, last_seen_on }) =>
      product === "netflix" && ["US", "GB", "TR", "IN", "BR"].includes(country) && last_seen_on >= "2023-01-01",
  );
  expect(wanted.length).toBeGreaterThan(5);
  const printed = new Set(
    lines.map(([country, platform, period, first, , , amount]) => [country, platform, period, first, amount].join(" ")),
  );
  for (const { country, platform, period, first_seen_on, amount } of wanted)
    expect(printed).toContain([country, platform, period, first_seen_on, amount].join(" "));
});
