import { describe, expect, test } from "vitest";
import { get } from "@/tests/support/api";
import { readCsv } from "@/tests/support/recompute-index";

const readText = (html: string) =>
  html
    .slice(html.indexOf("<main"))
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll(/[\u00a0\u202f]/g, " ");
const addressOf = (path: string, parameter: string) => `${path}${path.includes("?") ? "&" : "?"}${parameter}`;

const PAGES = [
  ["/", "/api/countries"],
  ["/countries", "/api/countries"],
  ["/countries/DE", "/api/prices?country=DE"],
  ["/services/netflix", "/api/services/netflix"],
  ["/compare?countries=US,DE&products=chatgpt,claude", "/api/compare?"],
] as const;

describe.each(PAGES)("%s", (path, call) => {
  test("links to each lens in its address, without scripts", async () => {
    const { text } = await get(path);
    for (const parameter of ["tax=excluded", "share=income"]) {
      const link = [...text.matchAll(/href="([^"]*)"/g)].find(
        ([, href = ""]) => href.includes(parameter) && href.startsWith(path.split("?")[0] ?? ""),
      );
      expect([parameter, link !== undefined]).toEqual([parameter, true]);
    }
  });

  test("without tax it says so, names the estimate, and its calls carry the parameter", async () => {
    const { status, text } = await get(addressOf(path, "tax=excluded"));
    expect(status).toBe(200);
    const main = readText(text);
    expect(main).toContain("without tax");
    expect(main).toMatch(/estimate/i);
    const calls = [...text.matchAll(/(\/api\/[^"<&]*(?:&amp;[^"<&]*)*)/g)].map(([, found = ""]) =>
      decodeURIComponent(found.replaceAll("&amp;", "&")),
    );
    expect(calls.some((one) => one.startsWith(call) && one.includes("tax=excluded"))).toBe(true);
  });

  test("of an income it says so, with the source of the income", async () => {
    const { status, text } = await get(addressOf(path, "share=income"));
    expect(status).toBe(200);
    expect(readText(text)).toContain("average income");
  });
});

test("a value that is no lens is refused where readers see it", async () => {
  const { status, text } = await get("/countries?tax=included");
  expect(status).toBe(200);
  expect(readText(text)).toContain("included");
});

test("a country whose prices without tax are not known has none on its page, and the reason", async () => {
  const { text } = await get("/countries/BR?tax=excluded");
  const main = readText(text);
  expect(main).toContain("What subscriptions in Brazil cost without tax is not known");
  expect(main).toContain("several taxes");
});

test("the page of multipliers has what the call answers, and text to copy", async () => {
  const { text } = await get("/multipliers");
  const { body } = await get("/api/countries");
  const { data } = body as { data: { country: string; index: { value: number } | null }[] };
  const turkey = ((data.find(({ country }) => country === "TR")?.index?.value ?? 0) / 100).toFixed(2);
  expect(text).toContain(`TUR\tTR\tTürkiye\tTRY\t${turkey}`);
  expect(readText(text)).toContain("It is what others charge, not advice.");
});

test("a price for each App Store territory, as a file and by the API, is the base's price times the median there", async () => {
  const rows = readCsv((await get("/multipliers.csv?price=9.99")).text);
  const { body } = await get("/api/countries?price=9.99");
  const { data } = body as {
    data: {
      country: string;
      index: { value: number } | null;
      exact_amount: number | null;
      suggested_amount: number | null;
    }[];
  };
  const indexed = data.filter(({ index }) => index !== null);
  expect(rows.map(({ country }) => country).sort()).toEqual(indexed.map(({ country }) => country));
  for (const { country, index, exact_amount, suggested_amount } of indexed) {
    const row = rows.find((one) => one.country === country);
    expect(row?.territory).toMatch(/^[A-Z]{3}$/);
    expect(Number(row?.factor)).toBeCloseTo((index?.value ?? 0) / 100, 6);
    expect([row?.exact_amount, row?.suggested_amount].map(Number), country).toEqual([exact_amount, suggested_amount]);
    expect(row?.suggested_amount, country).toMatch(/9(\.99)?$|\.99$/);
  }
  expect(rows.find(({ country }) => country === "US")?.exact_amount).toBe("9.99");
  expect((await get("/api/countries?price=free")).status).toBe(400);
  expect(data.every((one) => one.index !== null || one.suggested_amount === null)).toBe(true);
});
