import { PROBLEM_GUIDES } from "@/app/(site)/docs/errors/problem-guides";
import { expect, test } from "./visitor";

test("documents every endpoint of the OpenAPI document, with a call that works", async ({ page }) => {
  const { paths } = await (await page.request.get("/api/openapi.json")).json();
  await page.goto("/docs");
  const named = await page.locator("code").allTextContents();
  const links = await page
    .locator(".endpoints tbody th a")
    .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  expect(links).toHaveLength(13);
  const contents = await page
    .locator(".docs-nav a[href^='/docs/endpoints/']")
    .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  expect(contents.sort()).toEqual([...links].sort());
  for (const link of links) {
    await page.goto(link ?? "");
    await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight), link ?? "").toBeLessThan(6_000);
  }
  await page.goto("/docs/changelog");
  named.push(...(await page.locator("code").allTextContents()));
  const missing = Object.keys(paths).filter((path) => !named.some((code) => code.includes(path)));
  expect(missing.filter((path) => !path.endsWith(".{format}"))).toEqual([]);
  for (const path of ["/docs", "/docs/data", "/docs/time", "/docs/programs", "/docs/changelog"]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThan(6_000);
  }
  expect((await page.goto("/docs/endpoints/offers"))?.status()).toBe(404);
});

test("makes a call in place, and shows the answer of the API", async ({ page }) => {
  await page.goto("/docs/endpoints/prices");
  const form = page.locator("#prices form");
  await form.getByLabel("product").fill("netflix");
  await form.getByLabel("country").fill("TR");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(page.locator("#prices .try-answer")).toContainText("200 application/json");
  await expect(page.locator("#prices .try-answer pre")).toContainText('"country": "TR"');
});

test("has a section for the type of every problem", async ({ page }) => {
  await page.goto("/docs/errors");
  for (const kind of Object.keys(PROBLEM_GUIDES)) await expect(page.locator(`#${kind} h2`)).toBeVisible();
  const problem = await (await page.request.get("/api/prices?product=netflx")).json();
  expect(new URL(problem.type).pathname + new URL(problem.type).hash).toBe("/docs/errors#bad-parameter");
});

test("lists every column of every export", async ({ page }) => {
  await page.goto("/docs/data");
  for (const dataset of ["prices", "products", "index", "history"]) {
    const csv = await (await page.request.get(`/api/export?dataset=${dataset}&format=csv`)).text();
    const columns = csv.slice(0, csv.indexOf("\r\n")).split(",");
    const section = page.locator(`#${dataset}`);
    if (dataset !== "prices") await section.getByText(/^\d+ columns$/).click();
    const rows = section.locator("tbody tr");
    await expect.poll(() => rows.locator("th").allInnerTexts()).toEqual(columns);
    for (const meaning of await rows.locator("td:last-child").allInnerTexts())
      expect(meaning.length).toBeGreaterThan(3);
  }
});

test("answers an unknown address with 404 and what comes near", async ({ page }) => {
  const response = await page.goto("/services/netflx");
  expect(response?.status()).toBe(404);
  await page.getByRole("link", { name: "Netflix Standard" }).click();
  await expect(page).toHaveURL(/\/services\/netflix$/);
});

test("tells programs where everything is", async ({ page }) => {
  const read = async (path: string) => {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(200);
    return response.text();
  };
  const sitemap = await read("/sitemap.xml");
  expect(sitemap).toContain("/services/netflix</loc>");
  expect(sitemap).toContain("/countries/TR</loc>");
  expect(await read("/robots.txt")).toContain("/sitemap.xml");
  expect(JSON.parse(await read("/manifest.webmanifest")).icons.length).toBeGreaterThan(0);
  expect(await read("/llms.txt")).toContain("/api/openapi.json");
  const feed = await read("/feed.xml");
  const ids = [...feed.matchAll(/<entry>[\s\S]*?<id>([^<]+)<\/id>/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("a form of the reference opens the answer of the API", async ({ page }) => {
    await page.goto("/docs/endpoints/services-slug");
    await page.locator("#services-slug form").getByRole("button", { name: "Send" }).click();
    await expect(page).toHaveURL(/\/api\/services\/chatgpt$/);
  });
  test("the page that is not there still shows its links", async ({ page }) => {
    await page.goto("/services/netflx");
    await expect(page.getByRole("link", { name: "Netflix Standard" })).toBeVisible();
  });
});

test("a page of the reference is at most 6,000 px long on a phone, and has its fields behind one tap", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/docs/endpoints/prices");
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6000);
  await page.locator("#fields summary").click();
  await expect(page.locator("#fields dt").getByText("usd_monthly", { exact: true })).toBeVisible();
});
