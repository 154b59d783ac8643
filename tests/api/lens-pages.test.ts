import { describe, expect, test } from "vitest";
import { get } from "@/tests/support/api";

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
