import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { baseUrl } from "../support/server";

const clientRequire = createRequire(new URL("../client/package.json", import.meta.url));

test("a client generated from the OpenAPI document compiles and reads all endpoints", async () => {
  const { default: generate, astToString } = await import(clientRequire.resolve("openapi-typescript"));
  const url = new URL("/api/openapi.json", baseUrl);
  await writeFile("tests/client/openapi.d.ts", astToString(await generate(url)));
  const tsc = clientRequire.resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "--project", "tests/client"], { stdio: "pipe" });

  // By address: the compiler must not look for the types that this test has just generated.
  const { readEverything } = await import(/* @vite-ignore */ new URL("../client/client.ts", import.meta.url).href);
  const read = await readEverything(baseUrl);
  expect(read.products).toHaveLength(2);
  expect(read.product).toBeGreaterThan(245);
  expect(read).toMatchObject({ countries: 124, prices: ["289.99 TRY"], baseline: "US", exported: 18 });
  expect(read.suggestions).toContain("netflix");
}, 60_000);
