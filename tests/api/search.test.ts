import { expect, test } from "vitest";
import { z } from "zod";
import { get } from "../support/api";

const Products = z.object({
  data: z.array(
    z.object({
      ...{ product: z.string(), name: z.string(), plan: z.string(), vendor: z.string().nullable() },
      n_countries: z.number(),
    }),
  ),
  pagination: z.object({ total_pages: z.literal(1) }),
});
const Rows = z.object({ product: z.string() });

const listProducts = async (query: string) =>
  Products.parse((await get(`/api/services?page_size=200${query}`)).body).data.filter(
    ({ n_countries }) => n_countries > 0,
  );
const readRows = async (call: string) =>
  new Set(
    (await get(`${call}&format=ndjson`)).text
      .split("\n")
      .slice(0, -1)
      .map((line) => Rows.parse(JSON.parse(line)).product),
  );

const wordsOf = ({ name, plan, vendor, product: slug }: z.infer<typeof Products>["data"][number]) =>
  `${name} ${plan} ${vendor ?? ""} ${slug}`
    .toLowerCase()
    .replaceAll(".", "")
    .split(/[^a-z0-9+]+/);

test.each<[q: string, isMeant: (words: string[]) => boolean]>([
  ["a", (words) => words.some((word) => word.startsWith("a"))],
  ["gpt", (words) => words.some((word) => word.includes("gpt"))],
  ["youtbe", (words) => words.includes("youtube")],
  ["premium youtube", (words) => words.includes("youtube") && words.includes("premium")],
])("%s finds the same in services, prices, history and on the pages", async (q, isMeant) => {
  const wanted = (await listProducts("")).filter((one) => isMeant(wordsOf(one))).map(({ product }) => product);
  expect(wanted.length).toBeGreaterThan(0);
  const asked = `q=${encodeURIComponent(q)}`;
  expect(new Set((await listProducts(`&${asked}`)).map(({ product }) => product))).toEqual(new Set(wanted));
  expect(await readRows(`/api/prices?${asked}`)).toEqual(new Set(wanted));
  // Ended plans have a history, too.
  expect([...(await readRows(`/api/history?${asked}`))]).toEqual(expect.arrayContaining(wanted));

  const { text: list } = await get(`/services?${asked}`);
  const first = wanted.find((slug) => list.includes(`/services/${slug}"`));
  expect(first).toBeDefined();
  const { status, headers, text: found } = await get(`/search?${asked}`);
  const isFound = wanted.some((slug) => `${headers.get("location") ?? ""}" ${found}`.includes(`/services/${slug}"`));
  expect([status, isFound]).toEqual([status, true]);
});
