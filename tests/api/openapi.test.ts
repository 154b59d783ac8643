import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "@/lib/http/endpoints";
import { get } from "../support/api";

const Document = z.object({
  openapi: z.literal("3.1.0"),
  paths: z.record(
    z.string(),
    z.object({
      get: z.object({
        responses: z.record(
          z.string(),
          z.object({ content: z.record(z.string(), z.object({ example: z.unknown().optional() })).optional() }),
        ),
      }),
    }),
  ),
});

test("Redocly finds no error in the document", async () => {
  const folder = await mkdtemp(join(tmpdir(), "price-atlas-openapi-"));
  const file = join(folder, "openapi.json");
  await writeFile(file, (await get("/api/openapi.json")).text);
  const lint = promisify(execFile)("npx", ["redocly", "lint", "--extends", "recommended", "--format", "json", file], {
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  const { stdout } = await lint.catch((error: { stdout: string }) => error);
  await rm(folder, { recursive: true });
  const report = z
    .object({ totals: z.object({ errors: z.number() }), problems: z.array(z.unknown()) })
    .parse(JSON.parse(stdout));
  expect(report.totals.errors, JSON.stringify(report.problems, null, 2)).toBe(0);
}, 60_000);

test("each operation's example is the real answer to its example call", async () => {
  const { paths } = Document.parse((await get("/api/openapi.json")).body);
  for (const { path, example } of ENDPOINTS) {
    const documented = paths[path]?.get.responses["200"]?.content?.["application/json"]?.example;
    expect(documented, path).toEqual((await get(example)).body);
  }
});

test("the document is revalidated like any answer", async () => {
  const { headers } = await get("/api/openapi.json");
  const again = await get("/api/openapi.json", { headers: { "if-none-match": headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
});
