import { expect, test } from "vitest";
import { Comparison } from "@/lib/catalogue/compare/schema";
import { whole } from "@/lib/contract/envelope";
import { get } from "../support/api";

const compare = async (products: string, countries: string) =>
  whole(Comparison).parse((await get(`/api/compare?products=${products}&countries=${countries}`)).body).data;

test("keeps the order asked for and ignores duplicates", async () => {
  const { products, countries, matrix } = await compare("netflix,chatgpt,netflix", "us,TR,US,eg");
  expect(products.map(({ product: slug }) => slug)).toEqual(["netflix", "chatgpt"]);
  expect(countries.map(({ country: code }) => code)).toEqual(["US", "TR", "EG"]);
  expect(matrix.map(({ product, cells }) => [product, cells.map((cell) => cell?.country ?? null).length])).toEqual([
    ["netflix", 3],
    ["chatgpt", 3],
  ]);
});

test("each cell is the price of the lowest usd_monthly there", async () => {
  const { matrix } = await compare("netflix", "TR,US,CH");
  for (const cell of matrix[0]?.cells ?? []) {
    const { body } = await get(`/api/prices?product=netflix&country=${cell?.country}`);
    const prices = (body as { data: { usd_monthly: number }[] }).data;
    expect(cell?.usd_monthly).toBe(Math.min(...prices.map(({ usd_monthly }) => usd_monthly)));
    expect(prices).toContainEqual(expect.objectContaining(cell));
  }
});

test("a real country without the product is null, and its total incomplete", async () => {
  const { matrix, totals } = await compare("netflix-premium,chatgpt", "US,AQ");
  expect(matrix[1]?.cells[1]).toBeNull();
  expect(totals[1]).toMatchObject({ country: "AQ", complete: false, missing: ["chatgpt"] });
});

test("a price that was last seen in April stands in its cell and in no total, where newer ones lead the product", async () => {
  const { matrix, totals } = await compare("netflix", "US,AQ");
  expect(matrix[0]).toMatchObject({
    ranking: "certain",
    cells: [{ ranked: true }, { verified_on: "2026-04-09", outdated: true, ranked: false }],
  });
  expect(totals[1]).toMatchObject({ usd_monthly: null, partial_usd_monthly: null, missing: ["netflix"] });
});

test("a real country without any price is no error", async () => {
  const { matrix, totals, savings } = await compare("netflix", "KP");
  expect(matrix[0]).toMatchObject({ cells: [null], cheapest_country: null, saving: null });
  expect(totals[0]).toMatchObject({ country: "KP", usd_monthly: null, complete: false, missing: ["netflix"] });
  expect(savings).toEqual({ baseline: null, best_single_country: null, best_mix: null });
});

test("one price is no range: there is nothing that the cheapest saves", async () => {
  const { matrix, totals } = await compare("netflix", "US,KP");
  expect(matrix[0]).toMatchObject({ cheapest_country: "US", most_expensive_country: "US", saving: null });
  expect(totals.map(({ complete }) => complete)).toEqual([true, false]);
});

test("takes 20 products and 50 countries, and not one more", async () => {
  const { data } = (await get("/api/services?page_size=21")).body as { data: { product: string }[] };
  const slugs = data.map(({ product }) => product);
  const countries = ((await get("/api/countries")).body as { data: { country: string }[] }).data.map(
    ({ country }) => country,
  );
  const full = await compare(slugs.slice(0, 20).join(","), countries.slice(0, 50).join(","));
  expect([full.matrix.length, full.totals.length]).toEqual([20, 50]);
  const { status, body } = await get(
    `/api/compare?products=${slugs.join(",")}&countries=${countries.slice(0, 51).join(",")}`,
  );
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ parameter: "products" }, { parameter: "countries" }] });
});

test("names every unknown product and country at once", async () => {
  const { status, body } = await get("/api/compare?products=netflx,chatgpt,nope&countries=UK,US,ZZ");
  expect(status).toBe(400);
  expect(body).toMatchObject({
    errors: [
      { parameter: "products", suggestion: "netflix" },
      { parameter: "products" },
      { parameter: "countries", suggestion: "GB" },
      { parameter: "countries" },
    ],
  });
});

test("needs both lists", async () => {
  const { status, body } = await get("/api/compare");
  expect(status).toBe(400);
  expect(body).toMatchObject({
    errors: [{ parameter: "products", detail: "is required" }, { parameter: "countries" }],
  });
});

test("a saved list of which one product is gone is compared without it, and names it", async () => {
  const gone = "gone-since-last-year";
  const list = `products=${gone},netflix&countries=US,TR`;
  expect((await get(`/api/compare?${list}`)).status).toBe(400);
  const { skipped, ...rest } = await compare(`${gone},netflix&missing=skip`, "US,TR");
  expect(skipped).toEqual([gone]);
  expect(rest).toEqual(await compare("netflix", "US,TR"));
  const none = await get(`/api/compare?products=${gone}&countries=US&missing=skip`);
  expect(none.status).toBe(400);
  expect(none.body).toMatchObject({ errors: [{ parameter: "products", code: "not_in_dataset" }] });
});
