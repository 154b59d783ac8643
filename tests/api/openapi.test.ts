import { createConfig, lintFromString } from "@redocly/openapi-core";
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
  const config = await createConfig({ extends: ["recommended"] });
  const { text } = await get("/api/openapi.json");
  const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  expect(
    problems.filter(({ severity }) => severity === "error").map(({ ruleId, message }) => [ruleId, message]),
  ).toEqual([]);
  // The rules did run: a document without paths is one of their errors.
  const broken = await lintFromString({ source: '{"openapi":"3.1.0"}', absoluteRef: "openapi.json", config });
  expect(broken.length).toBeGreaterThan(0);
});

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
