import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CONTRACTS } from "@/app/api/contracts";
import { ProblemBody } from "@/lib/api/problem";
import { wire } from "../support/api";
import { readsOf } from "../support/site-reads";

const { get, send } = wire;

const routes = readdirSync("app/api", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts"))
  .map((file) => `/api/${file.replaceAll("\\", "/")}`.replace(/\/route\.ts$/, "").replace(/\[(\w+)\]/g, "{$1}"));

/** Files of datasets have one route file. */
const toRouteFile = (path: string) => path.replace(/\/\w+\.\{format\}$/, "/{file}");

test.each([
  ["/api/prices?products=netflix&countries=TR", "/api/prices?product=netflix&country=TR"],
  ["/api/services?countries=TR&page_size=3", "/api/services?country=TR&page_size=3"],
  ["/api/history?products=netflix&countries=TR", "/api/history?product=netflix&country=TR"],
  ["/api/compare?product=netflix,chatgpt&country=US,TR", "/api/compare?products=netflix,chatgpt&countries=US,TR"],
  ["/api/export?products=netflix", "/api/export?product=netflix"],
])("%s is answered as %s", async (other, path) => {
  const Answer = z.object({ data: z.unknown(), meta: z.unknown() });
  const one = await get(other);
  const two = await get(path);
  expect([one.status, one.headers.get("etag")]).toEqual([200, two.headers.get("etag")]);
  expect(Answer.parse(one.body)).toEqual(Answer.parse(two.body));
});

describe("every endpoint", () => {
  test("has a route file, a place in the list and a path in the OpenAPI document", async () => {
    const { body } = await get("/api/openapi.json");
    const listed = CONTRACTS.map(({ path }) => path as string);
    expect(routes).toEqual(expect.arrayContaining(listed.map(toRouteFile)));
    const documented = Object.keys(z.object({ paths: z.record(z.string(), z.unknown()) }).parse(body).paths);
    const isInternal = (path: string) => path.includes("[...") || path.startsWith("/api/auth");
    expect(documented.length).toBe(new Set(documented).size);
    expect([...new Set(documented.map(toRouteFile))].sort()).toEqual(routes.filter((path) => !isInternal(path)).sort());
  });

  describe.each(CONTRACTS.map((endpoint) => [endpoint.path, endpoint] as const))("%s", (_, endpoint) => {
    test("answers its example as its schema promises, crediting the publishers", async () => {
      const { status, headers, body } = await get(endpoint.example);
      expect(status).toBe(200);
      const strict = z.object({ data: z.unknown(), meta: z.unknown() });
      expect(endpoint.response.safeParse(body).error).toBeUndefined();
      expect(strict.parse(body).meta).toMatchObject({
        license: "CC-BY-4.0",
        attribution: "Price Atlas; Global App Store Price Index by OpenTheRank",
      });
      expect(headers.get("x-attribution")).toBe("Price Atlas; Global App Store Price Index by OpenTheRank");
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    });

    test("answers HEAD as GET without a body", async () => {
      const [head, full] = await Promise.all([send("HEAD", endpoint.example), get(endpoint.example)]);
      expect(head.status).toBe(200);
      expect(head.text).toBe("");
      for (const name of ["content-type", "etag", "last-modified", "cache-control", "link"]) {
        expect(head.headers.get(name)).toBe(full.headers.get(name));
      }
    });

    test("answers a preflight", async () => {
      const { status, headers, text } = await send("OPTIONS", endpoint.example);
      expect([status, text]).toEqual([204, ""]);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    });

    test.each(["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])(
      "refuses %s with 405 and Allow",
      async (method) => {
        const { status, headers, body } = await send(method, endpoint.example);
        expect(status).toBe(405);
        expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
        expect(ProblemBody.parse(body)).toMatchObject({ status: 405 });
      },
    );

    test("answers 304 to its own ETag and date, with the caching fields", async () => {
      const first = await get(endpoint.example);
      const etag = first.headers.get("etag") ?? "";
      const modified = first.headers.get("last-modified") ?? "";
      expect(etag).toMatch(/^(W\/)?"[\w-]{22}"$/);
      for (const condition of [
        { "if-none-match": etag },
        { "if-none-match": `"other", ${etag}` },
        { "if-none-match": "*" },
        { "if-modified-since": modified },
      ]) {
        const { status, headers, text } = await get(endpoint.example, { headers: condition });
        expect([status, text]).toEqual([304, ""]);
        expect(headers.get("etag")).toBe(etag);
        expect(headers.get("cache-control")).toBe("private, max-age=60, stale-while-revalidate=600");
        expect(headers.get("vary")).toBe(first.headers.get("vary"));
      }
      for (const condition of [
        { "if-none-match": '"other"' },
        { "if-none-match": '"other"', "if-modified-since": modified },
        { "if-modified-since": "Sat, 01 Jan 2000 00:00:00 GMT" },
        { "if-modified-since": "yesterday" },
        ...["2099", "garbage 2099", "2099-01-01T00:00:00Z", "1 Jan 2099"].map((date) => ({
          "if-modified-since": date,
        })),
      ]) {
        expect((await get(endpoint.example, { headers: condition })).status).toBe(200);
      }
    });

    test("refuses an unknown parameter", async () => {
      const { status, body } = await get(`${endpoint.example}${endpoint.example.includes("?") ? "&" : "?"}colour=red`);
      expect(status).toBe(400);
      expect(ProblemBody.parse(body).errors).toMatchObject([{ parameter: "colour" }]);
    });
  });
});

describe("everything else under /api", () => {
  test.each(["/api/nope", "/api/", "/api/prices/x", "/api/services/netflix/prices", "/api/..%2fetc", "/api/%E0%A4%A"])(
    "%s is a JSON 404 or 400, never a page",
    async (path) => {
      const { status, headers, body } = await get(path);
      expect([400, 404]).toContain(status);
      expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
      expect(ProblemBody.parse(body).status).toBe(status);
    },
  );

  test("suggests the endpoint that was meant", async () => {
    expect((await get("/api/price")).body).toMatchObject({ suggestions: ["/api/prices"] });
    for (const path of ["/api/products", "/api/search"])
      expect((await get(path)).body).toMatchObject({ suggestions: expect.arrayContaining(["/api/services"]) });
  });
});

test("what carries its caller's limit is private, what is for everybody is public", async () => {
  const limited = [
    ...CONTRACTS.map(({ example }) => example),
    "/api/openapi.json",
    "/api/prices?format=csv&product=netflix",
  ];
  for (const path of limited) {
    // The second answer comes from the cache where there is one.
    for (const { headers } of [await get(path), await get(path)]) {
      expect([path, headers.has("ratelimit")]).toEqual([path, true]);
      expect(headers.get("cache-control")).toMatch(/^private, max-age=60,/);
    }
  }
  for (const path of ["/feed.xml", "/llms.txt", "/"]) {
    const { headers } = await get(path);
    expect([path, headers.has("ratelimit")]).toEqual([path, false]);
    expect(headers.get("cache-control")).toMatch(/^public,/);
  }
});

describe("compression", () => {
  test.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
    ["identity", null],
  ])("Accept-Encoding %s gives %s and the same content", async (accepted, given) => {
    const plain = await get("/api/countries", { headers: { "accept-encoding": "identity" } });
    const { headers, text } = await get("/api/countries", { headers: { "accept-encoding": accepted } });
    expect(headers.get("content-encoding")).toBe(given);
    expect(headers.get("vary")).toBe("Accept-Encoding, Accept");
    expect(headers.get("etag")).toBe(plain.headers.get("etag"));
    expect(text).toBe(plain.text);
  });
});

test("a problem names its kind, and its instance is the request id", async () => {
  const { status, headers, body } = await get("/api/prices?country=UK&page=0");
  expect(status).toBe(400);
  expect(headers.get("cache-control")).toBe("no-store");
  const problem = ProblemBody.parse(body);
  expect(problem.type).toMatch(/^http:\/\/.*\/docs\/errors#bad-parameter$/);
  expect(problem.instance).toBe(`urn:uuid:${headers.get("x-request-id")}`);
  expect(problem.errors).toMatchObject([{ parameter: "country", suggestion: "GB" }, { parameter: "page" }]);
});

test("two requests have two ids", async () => {
  const [first, second] = await Promise.all([get("/api/countries"), get("/api/countries")]);
  expect(first.headers.get("x-request-id")).not.toBe(second.headers.get("x-request-id"));
});

test("a caller's headers change nothing that others would get", async () => {
  const plain = await get("/api/prices?country=TR");
  for (const name of ["x-forwarded-host", "x-original-url", "x-middleware-subrequest", "rsc", "next-router-prefetch"]) {
    const { status, text } = await get("/api/prices?country=TR", { headers: { [name]: "1" } });
    expect([name, status, text]).toEqual([name, 200, plain.text]);
  }
});

test.each(CONTRACTS.map(({ path }) => path))(
  "%s stands in the README and among what must not grow with the data",
  (path) => {
    const rows = readFileSync("README.md", "utf8").matchAll(/^\| `GET (\/api\/[^?`]+)/gm);
    const listed = path.replace(/\w+\.\{format\}$/, "{dataset}.{format}");
    expect([...rows].map(([, named]) => named)).toContain(listed);
    const pattern = new RegExp(`^${listed.replace(/\{\w+\}/g, "[^/]+")}(?:\\?|$)`);
    expect(Object.values(readsOf("netflix", "DE")).filter((address) => pattern.test(address))).not.toEqual([]);
  },
);

test("/api lists every endpoint of the document with an example that answers, and the catalog leads to what describes it", async () => {
  const Index = z.object({
    data: z.array(z.object({ path: z.string(), summary: z.string().min(5), example: z.url() })),
    links: z.record(z.string(), z.url()),
  });
  const { data, links } = Index.parse((await get("/api")).body);
  const Document = z.object({
    paths: z.record(z.string(), z.object({ get: z.object({ tags: z.array(z.string()) }) })),
  });
  const { paths } = Document.parse((await get("/api/openapi.json")).body);
  const documented = Object.entries(paths).filter(([, operation]) => operation.get.tags.includes("data"));
  expect(data.map(({ path }) => path).sort()).toEqual(documented.map(([path]) => path).sort());
  const toPath = (address: string) => new URL(address).pathname + new URL(address).search;
  for (const { example } of data) expect([example, (await get(toPath(example))).status]).toEqual([example, 200]);

  const catalog = await get("/.well-known/api-catalog");
  expect([catalog.status, catalog.headers.get("content-type")]).toEqual([
    200,
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  ]);
  const Links = z.array(z.object({ href: z.url() }));
  const Catalog = z.object({
    linkset: z
      .array(z.object({ anchor: z.url(), "service-desc": Links, "service-doc": Links, status: Links }))
      .length(1),
  });
  const [set] = Catalog.parse(catalog.body).linkset;
  const named = [set?.["service-desc"], set?.["service-doc"], set?.status].flatMap((some) => some ?? []);
  for (const address of [set?.anchor ?? "", ...named.map(({ href }) => href), links.documentation ?? ""])
    expect([address, (await get(toPath(address))).status]).toEqual([address, 200]);
});
