import { expect, test } from "vitest";
import { z } from "zod";
import { inlineShared } from "@/lib/openapi/additions";
import { get } from "../support/api";
import { baseUrl } from "../support/server";

const Parameter = z.looseObject({ name: z.string(), in: z.string(), description: z.string() });
const Operation = z.looseObject({
  summary: z.string(),
  description: z.string(),
  parameters: z.array(Parameter),
});
const Request = z.strictObject({
  url: z.string(),
  method: z.literal("GET"),
  params: z.array(
    z.strictObject({
      name: z.string(),
      value: z.string(),
      type: z.enum(["query", "path"]),
      enabled: z.boolean(),
      description: z.string(),
    }),
  ),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string(), enabled: z.boolean() })),
  auth: z.strictObject({ mode: z.literal("none") }),
  body: z.strictObject({ mode: z.literal("none") }),
  script: z.strictObject({}),
  vars: z.strictObject({}),
  assertions: z.tuple([]),
  tests: z.string(),
  docs: z.string(),
});
/** What Bruno checks when it imports a collection, as far as this one has it. */
const Collection = z.strictObject({
  name: z.string(),
  version: z.literal("1"),
  items: z.array(
    z.strictObject({ type: z.literal("http"), name: z.string(), seq: z.int().positive(), request: Request }),
  ),
  environments: z.tuple([
    z.strictObject({
      name: z.string(),
      variables: z.array(
        z.strictObject({
          name: z.string(),
          value: z.string(),
          type: z.literal("text"),
          enabled: z.boolean(),
          secret: z.boolean(),
        }),
      ),
    }),
  ]),
  brunoConfig: z.strictObject({ version: z.literal("1"), name: z.string(), type: z.literal("collection") }),
});

test("the Bruno collection has a request for each operation of the document, with its parameters, that can be sent", async () => {
  const { items, environments } = Collection.parse((await get("/bruno.json")).body);
  const { paths } = inlineShared((await get("/api/openapi.json")).body);
  const operations = Object.entries(paths).map(([path, { get: operation }]) => ({ path, operation }));
  expect(items).toHaveLength(operations.length);
  const values = new Map(environments[0].variables.map(({ name, value }) => [name, value]));
  expect([...values]).toEqual([
    ["baseUrl", baseUrl],
    ["apiKey", ""],
  ]);
  for (const [at, { name, request }] of items.entries()) {
    const { path = "", operation } = operations[at] ?? {};
    const { summary, description, parameters } = Operation.parse(operation);
    expect([path, name, request.docs]).toEqual([path, summary, description]);
    const isFile = path.endsWith(".{format}");
    expect([path, request.params.map(({ name, type, description }) => [name, type, description])]).toEqual([
      path,
      parameters.flatMap((one) =>
        one.in === "header" || (isFile && one.in === "path") ? [] : [[one.name, one.in, one.description]],
      ),
    ]);
    const [called = "", search] = request.url.split("?");
    const given = new Map(request.params.map(({ name, value }) => [name, value]));
    const target = called
      .replace(/\{\{(\w+)\}\}/g, (_, variable) => values.get(variable) ?? "")
      .replace(/(?<=\/):(\w+)/g, (_, parameter) => given.get(parameter) ?? "");
    const enabled = request.params.filter((one) => one.enabled && one.type === "query");
    expect([...new URLSearchParams(search)].sort()).toEqual(enabled.map(({ name, value }) => [name, value]).sort());
    const { status } = await get(target.slice(baseUrl.length) + (search === undefined ? "" : `?${search}`));
    // The key that is asked about is not sent.
    expect([path, status]).toEqual([path, ["/api/key", "/api/collect", "/api/readings"].includes(path) ? 401 : 200]);
  }
});
