import { expect, test } from "vitest";
import { baseUrl } from "../support/server";

// Imported by address: this project's compiler must not look for types that the test generates later.
const load = (file: string) => import(/* @vite-ignore */ new URL(`../client/${file}`, import.meta.url).href);

test("a client generated from the OpenAPI document compiles and reads all endpoints", async () => {
  const { generateClient } = await load("generate.ts");
  await generateClient(new URL("/api/openapi.json", baseUrl));
  const { readEverything } = await load("client.ts");
  const read = await readEverything(baseUrl);
  expect(read.products).toHaveLength(2);
  expect(read.product).toBeGreaterThan(245);
  expect(read).toMatchObject({
    countries: 120,
    prices: ["289.99 TRY"],
    baseline: "US",
    exported: 18,
    heading: expect.stringMatching(/^country,dataset_version,/),
    tomorrow: "console",
  });
  expect(read.suggestions).toContain("netflix");
}, 180_000);
