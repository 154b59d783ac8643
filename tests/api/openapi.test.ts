import { readFile } from "node:fs/promises";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { z } from "zod";
import { CONTRACTS } from "@/app/api/contracts";
import { CHANGES } from "@/components/docs/changelog";
import { findAdditions, inlineShared } from "@/lib/openapi/additions";
import { get, send, sendPatiently } from "../support/api";
import { findBreaks } from "../support/openapi-compare";
import { baseUrl, startServer } from "../support/server";

const RELEASED = "docs/openapi.json";

const Parameter = z.looseObject({ name: z.string(), in: z.string(), description: z.string().min(3) });
const Operation = z.looseObject({
  parameters: z.array(z.union([z.object({ $ref: z.string() }), Parameter])).default([]),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), z.lazy(() => Answer)])),
});
const Answer = z.object({
  headers: z.record(z.string(), z.object({ $ref: z.string() })).default({}),
  content: z.record(z.string(), z.object({ example: z.unknown().optional() })).optional(),
});
const Document = z.object({
  openapi: z.literal("3.1.0"),
  info: z.looseObject({ contact: z.object({ name: z.string(), email: z.string().optional() }).optional() }),
  paths: z.record(z.string(), z.object({ get: Operation })),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    headers: z.record(z.string(), z.object({ description: z.string() })),
    responses: z.record(z.string(), Answer),
    parameters: z.record(z.string(), Parameter),
  }),
});
/** The first one calls every example, which a busy machine may not do in time. */
const getDocument = () => sendPatiently("GET", "/api/openapi.json");
const readDocument = async () => Document.parse((await getDocument()).body);
const readInlined = async () => inlineShared((await getDocument()).body);
const operationOf = async (path: string) => Operation.parse((await readInlined()).paths[path]?.get);
const answerOf = async (path: string, status: string) => {
  const { components } = await readDocument();
  const answer = (await operationOf(path)).responses[status] ?? {};
  const name = z.object({ $ref: z.string() }).safeParse(answer).data?.$ref.split("/").at(-1);
  return name === undefined ? Answer.parse(answer) : components.responses[name];
};

test("Redocly's strictest rules find nothing in the document", async () => {
  const config = await createConfig({ extends: ["recommended-strict"] });
  // Replaced, because the linter rightly refuses localhost.
  const source = (await getDocument()).text.replaceAll(baseUrl, "https://prices.test");
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message }) => [ruleId, message])).toEqual([]);
  // Proves that the rules ran: a document without paths is an error.
  const broken = await lintFromString({ source: '{"openapi":"3.1.0"}', absoluteRef: "openapi.json", config });
  expect(broken.length).toBeGreaterThan(0);
});

/** Two rows exist only after a second version is published. */
const OF_SEVERAL_VERSIONS = ["/api/versions", "/api/changes"];
const isFile = ({ path }: { path: string }) => path.endsWith(".{format}");

test("each operation's example is the real answer to its example call, its lists cut to two entries", async () => {
  const { paths } = await readDocument();
  for (const { path, example } of CONTRACTS.filter((endpoint) => !isFile(endpoint))) {
    const documented = Answer.parse(paths[path]?.get.responses["200"]).content?.["application/json"]?.example;
    expect(withoutFiles(documented), path).toEqual(withoutFiles(shorten((await get(example)).body)));
    const rows = z.object({ data: z.unknown() }).parse(documented).data;
    if (Array.isArray(rows) && !OF_SEVERAL_VERSIONS.includes(path)) expect(rows, path).toHaveLength(2);
  }
});

const withoutFiles = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, inner) => (name === "files" ? undefined : inner)));

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
}

test("a client that checks answers by the document takes fields and platforms of tomorrow", async () => {
  const { body: document, text } = await get("/api/openapi.json");
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...z.looseObject({}).parse(document), $id: "openapi" });
  for (const { path, example } of CONTRACTS) {
    const pointer = ["paths", path, "get", "responses", "200", "content", "application/json", "schema"];
    const check = ajv.getSchema(
      `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll("/", "~1"))).join("/")}`,
    );
    const answer = (await get(example)).body;
    expect(check?.(answer), path).toBe(true);
    expect(check?.(addTomorrow(answer)), `${path}: ${ajv.errorsText(check?.errors)}`).toBe(true);
    expect(check?.({ meta: {} }), path).toBe(false);
  }
  expect(text).not.toContain('"additionalProperties": false');
});

/** Adds a field to each object, and an unknown platform and period. */
function addTomorrow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addTomorrow);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, addTomorrow(inner)]);
  const known = new Set(fields.map(([name]) => name));
  return {
    ...Object.fromEntries(fields),
    ...(known.has("platform") && { platform: "console", period: "fortnightly" }),
    added_tomorrow: 1,
  };
}

test("parameters stay closed: they name what they accept, the categories included", async () => {
  const { parameters } = await operationOf("/api/services");
  const [category] = parameters.flatMap((one) => ("schema" in one && one.name === "category" ? [one.schema] : []));
  expect(category).toMatchObject({ enum: expect.arrayContaining(["streaming", "productivity"]) });
  const prices = await operationOf("/api/prices");
  expect(prices.parameters).toContainEqual(
    expect.objectContaining({ name: "sort", schema: expect.objectContaining({ enum: expect.any(Array) }) }),
  );
  expect((await operationOf("/api/health")).parameters).toContainEqual(expect.objectContaining({ name: "probe" }));
});

test("headers are components, request headers among them, and integers say their size", async () => {
  const { components } = await readDocument();
  expect(Object.keys(components.parameters)).toEqual(
    expect.arrayContaining(["IfMatch", "IfModifiedSince", "IfNoneMatch", "IfRange", "Range", "Page", "Tax", "Version"]),
  );
  expect(Object.keys(components.responses)).toEqual(
    expect.arrayContaining(["BadParameter", "Gone", "NotFound", "NotModified", "Part", "TooManyRequests"]),
  );
  for (const name of ["Link", "CacheControl", "ContentDisposition", "ETag", "RateLimit"])
    expect(Object.keys(components.headers)).toContain(name);
  const headersOf = async (status: string) => Object.keys((await answerOf("/api/export", status))?.headers ?? {});
  expect(await headersOf("206")).toEqual(expect.arrayContaining(["ETag", "RateLimit"]));
  expect(await headersOf("304")).toContain("ETag");
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(["CompareCell", "CompareTotal", "Savings", "SourceCredit"]),
  );
  expect(JSON.stringify(components)).not.toMatch(
    /"type":"integer"(?!,[^{}]*"format":"int32")(?![^{}]*"format":"int32")/,
  );
});

test("the contact is the one that the operator names", async () => {
  expect((await readDocument()).info.contact).toBeUndefined();
  await using server = await startServer({ CONTACT_URL: "mailto:prices@example.org?subject=API" });
  const { body } = await sendPatiently("GET", "/api/openapi.json", { base: server.url });
  expect(Document.parse(body).info.contact).toEqual({ name: "Operator", email: "prices@example.org" });
});

test("one version number stands in the document, the package, its lock and the changelog, above the last release", async () => {
  const { text } = await get("/api/openapi.json");
  const { info } = await readDocument();
  const Numbered = z.object({ version: z.string() });
  for (const file of ["package.json", "package-lock.json"])
    expect([file, Numbered.parse(JSON.parse(await readFile(file, "utf8"))).version]).toEqual([file, info.version]);
  const released = z
    .object({ info: z.object({ version: z.string() }) })
    .parse(JSON.parse(await readFile(RELEASED, "utf8")));
  const [major, minor] = released.info.version.split(".").map(Number);
  const hasMore = findAdditions(text).paths.length > 0;
  expect(info.version).toBe(hasMore ? `${major}.${(minor ?? 0) + 1}.0` : released.info.version);
  expect(CHANGES[0]?.version).toBe(info.version);
});

test("nothing of the last release was removed or narrowed", async () => {
  const released: unknown = JSON.parse(await readFile(RELEASED, "utf8"));
  const { body } = await get("/api/openapi.json");
  expect(findBreaks(released, body)).toEqual([]);
});

test.each<[what: string, find: string | RegExp, replace: string]>([
  ["/api/prices is gone", '"/api/prices":', '"/api/costs":'],
  ["takes no query platform any more", '"name":"platform"', '"name":"shop"'],
  ["does not accept ios any more", /("enum":\["android","any",)"ios"/, '$1"iphone"'],
  ["accepts less: maximum", '"maximum":10000', '"maximum":100'],
  [".usd_monthly is gone", /"usd_monthly":\{/g, '"usd_per_month":{'],
  ["may be string", /("amount":\{)"type":"number"/, '$1"type":"string"'],
  ["may be null", /("amount":\{)"type":"number"/, '$1"type":["number","null"]'],
  ["may be missing", /("required":\[)"product",/, "$1"],
  ["has no Retry-After any more", '"Retry-After":', '"Retry-Later":'],
  ["is no application/json any more", '"application/json":', '"application/xml":'],
  ["another column at", '"x-columns":["product","country"', '"x-columns":["country","product"'],
  ["416 is gone", '"416":', '"417":'],
])("a document in which something %s is found to break clients", async (found, find, replace) => {
  const { text, body } = await get("/api/openapi.json");
  const changed = text.replace(find, replace);
  expect(changed).not.toBe(text);
  expect(findBreaks(body, JSON.parse(changed)).join("\n")).toContain(found);
  expect(findBreaks(body, body)).toEqual([]);
});

test("it is short, and its parameters are plain", async () => {
  const { text } = await get("/api/openapi.json");
  expect(text.length).toBeLessThan(320_000);
  const { paths } = await readInlined();
  for (const [path, { get: operation }] of Object.entries(paths)) {
    const { parameters } = Operation.parse(operation);
    for (const one of parameters) {
      const { schema = {} } = z.object({ schema: z.looseObject({}).optional() }).parse(one);
      expect([path, one, "anyOf" in schema]).toEqual([path, one, false]);
      if ("enum" in schema) expect([path, one, "pattern" in schema]).toEqual([path, one, false]);
    }
  }
  const dataset = (await operationOf("/api/export")).parameters.find((one) => "name" in one && one.name === "dataset");
  const { pattern } = z.object({ schema: z.object({ pattern: z.string() }) }).parse(dataset).schema;
  for (const value of ["prices", "coverage", "product=netflix"]) expect(value).toMatch(new RegExp(pattern));
  expect("nope").not.toMatch(new RegExp(pattern));
});

test("each operation declares the media types that it sends, and no pattern of days beside their component", async () => {
  const { paths, components } = await readDocument();
  for (const { path, example, params, query } of CONTRACTS) {
    const format = params.shape.format ?? query.shape.format;
    const formats = z.toJSONSchema(format ?? z.literal("json"), { io: "input" }).enum ?? ["json"];
    const calls = formats.map((name) =>
      params.shape.format
        ? path.replace("{format}", String(name))
        : `${example}${example.includes("?") ? "&" : "?"}${format ? `format=${name}` : ""}`,
    );
    const sent = await Promise.all(calls.map(async (call) => (await send("HEAD", call)).headers.get("content-type")));
    const declared = Object.keys(Answer.parse(paths[path]?.get.responses["200"]).content ?? {});
    expect([path, declared.sort()]).toEqual([path, sent.map((type) => type?.split(";")[0]).sort()]);
  }
  expect(JSON.stringify(components)).not.toContain("-02-29");
});

/** What the table of conventions calls otherwise, and where a name of that form means something else. */
const FORBIDDEN: readonly { form: RegExp; type?: string; instead: string; elsewhere?: RegExp }[] = [
  { form: /^code$/, instead: "country", elsewhere: /^ParameterFault\./ },
  { form: /^slug$/, instead: "product" },
  { form: /(?:^|_)(?:count|size|total|number|num)$/, instead: "n_", elsewhere: /^Pagination\./ },
  {
    form: /^(?!n_).*(?:products|prices|countries|categories|runs|rates|observations)$/,
    type: "integer",
    instead: "n_",
  },
  { form: /(?:^|_)(?:share|percent|percentage|ratio_pct)$|^share_/, instead: "_pct" },
  { form: /^(?:low|high)$/, instead: "min, max", elsewhere: /^IndexModel\./ },
  { form: /^(?:dearest|most_expensive_price|cheapest_price)$/, instead: "cheapest, most_expensive" },
  { form: /^(?:until|since|start|end|begin)$/, instead: "from, to" },
  { form: /_(?:day|at_date)$/, instead: "_on" },
  { form: /[A-Z]|-/, instead: "snake_case" },
];

test("every name of an answer follows the table of conventions", async () => {
  const { components, paths } = await readDocument();
  const named: { place: string; name: string; type: string }[] = [];
  const walk = (schema: unknown, place: string): void => {
    if (Array.isArray(schema)) for (const one of schema) walk(one, place);
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
    const { properties = {}, example: _, examples: __, ...rest } = schema as Record<string, unknown>;
    for (const [name, property] of Object.entries(properties as Record<string, unknown>)) {
      const { type } = z.looseObject({ type: z.union([z.string(), z.array(z.string())]).default("") }).parse(property);
      named.push({ place: `${place}.${name}`, name, type: [type].flat()[0] ?? "" });
      walk(property, `${place}.${name}`);
    }
    for (const inner of Object.values(rest)) walk(inner, place);
  };
  for (const [name, schema] of Object.entries(components.schemas)) walk(schema, name);
  for (const [path, { get: operation }] of Object.entries(paths)) {
    walk(operation.responses, path);
    const { "x-columns": columns } = z.looseObject({ "x-columns": z.array(z.string()).default([]) }).parse(operation);
    named.push(...columns.map((name) => ({ place: `${path}.${name}`, name, type: "" })));
  }
  expect(named.length).toBeGreaterThan(500);
  const broken = named.flatMap(({ place, name, type }) =>
    FORBIDDEN.flatMap(({ form, type: only, instead, elsewhere }) =>
      form.test(name) && (only === undefined || only === type) && !elsewhere?.test(place)
        ? [`${place}: ${instead}`]
        : [],
    ),
  );
  expect(broken).toEqual([]);
});

test("the document is revalidated like any answer", async () => {
  const { headers } = await get("/api/openapi.json");
  const again = await get("/api/openapi.json", { headers: { "if-none-match": headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
});
