import { readdirSync } from "node:fs";
import { METHODS } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { CONTRACTS } from "@/app/api/contracts";
import { ProblemBody } from "@/lib/api/problem";
import * as api from "../support/api";
import { scale } from "../support/fault-scale";
import { sendRaw, toRequest } from "../support/raw";
import { recordPromise } from "../support/report-promise";
import { baseUrl } from "../support/server";
import { Tally } from "../support/tally";

const tally = new Tally();
const pageTally = new Tally();
const get = async (...[path, options]: Parameters<typeof api.get>) => tally.count(path, await api.get(path, options));
const send = async (...[method, path, options]: Parameters<typeof api.send>) =>
  tally.count(path, await api.send(method, path, options));
afterAll(() => {
  recordPromise({
    promise: "Bad input: the whole catalogue, at every parameter, path and field of the API",
    test: "tests/api/bad-input.test.ts",
    figure: `${tally.total} requests: ${tally}`,
  });
  recordPromise({
    promise: "Bad input: the whole catalogue, at the pages",
    test: "tests/api/bad-input.test.ts",
    figure: `${pageTally.total} requests: ${pageTally}`,
  });
});

/** Values as they stand in an address. No parameter takes any of them, but for those of TAKEN. */
const VALUES: [what: string, value: string][] = [
  ...["-1", "0", "1.5", "1e3", "1e21", "NaN", "Infinity", "-0", "0x10", "01", "%2B1", "%201", "1%20", "1,,2"].map(
    (value): [string, string] => [value, value],
  ),
  ["an Arabic digit", encodeURIComponent("١")],
  ["2^31", "2147483648"],
  ["2^53 + 1", "9007199254740993"],
  ["7,000 digits", "9".repeat(7_000)],
  ["nothing", ""],
  ["a space", "%20"],
  ["a null byte", "%00"],
  ["a value with a null byte", "netflix%00"],
  ["a lone surrogate", "%ED%A0%80"],
  ["an overlong slash", "%C0%AF"],
  ["broken percent-encoding", "%E0%A4%A"],
  ["a bare percent sign", "%"],
  ["a surrogate pair", encodeURIComponent("😀")],
  ["a line break", "a%0D%0ASet-Cookie:%20a=b"],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["toString", "toString"],
  ["an operator", "[$ne]"],
  ["true", "true"],
  ["null", "null"],
  ["a list of 1,000", `${Array(1_000).fill("US").join(",")},ZZ`],
  ["1,000 names that nobody has", Array.from({ length: 1_000 }, (_, at) => `x${at}`).join(",")],
  ["us", "us"],
  ["Us", "Us"],
  ["full-width US", encodeURIComponent("ＵＳ")],
  ["ß", encodeURIComponent("ß")],
  ["USA", "USA"],
  ["UK", "UK"],
  ["ZZ", "ZZ"],
  ["encoded slashes", "a%2Fb"],
  ["a way up", "..%2f..%2fetc%2fpasswd"],
  ["SQL", encodeURIComponent("x' OR 1=1; DROP TABLE price; --")],
  ["HTML", encodeURIComponent('"><script>alert(1)</script>')],
  ["a formula", encodeURIComponent('=HYPERLINK("http://evil.example")')],
];

/** Parameters that take nearly any text. */
const SEARCHES = ["q"];

/** Texts of these that a parameter takes after all. */
const TAKEN: Record<string, readonly string[]> = {
  country: ["us", "Us"],
  countries: ["us", "Us"],
  base: ["us", "Us"],
  baseline: ["us", "Us"],
  bom: ["0"],
  round: ["0"],
  price: ["1.5"],
};

/** Whole queries and names that are wrong on every endpoint; `named` is the parameter that the answer names. */
const QUERIES: [what: string, query: string, named: string][] = [
  ["an unknown name", "colour=red", "colour"],
  ["a name without a value", "colour", "colour"],
  ["a value without a name", "=1", ""],
  ["brackets", "page[]=1", "page[]"],
  ["encoded brackets", "page%5B%5D=1", "page[]"],
  ["brackets with a name", "a[b]=c", "a[b]"],
  ["__proto__", "__proto__=1", "__proto__"],
  ["__proto__ in brackets", "__proto__[admin]=1", "__proto__[admin]"],
  ["constructor", "constructor=1", "constructor"],
  ["a method of objects", "hasOwnProperty=1", "hasOwnProperty"],
  ["a parameter of Next's", "_rsc=1", "_rsc"],
  ["another case", "PAGE=1", "PAGE"],
  ["a null byte", "page%00=1", "page\uFFFD"],
  ["an API key", "api_key=pa_live_x", "api_key"],
  ["a name of 5,000 letters", `${"x".repeat(5_000)}=1`, `${"x".repeat(60)}…`],
  ["semicolons", "page=1;page_size=2", "page"],
];

/** Nothing of how this is built reaches a caller. */
const INTERNALS = /node_modules|prisma|postgres|select |\bat \w+ \(|\.ts:|\.js:|<!doctype|<html|ECONN|zod/i;

function expectProblem({ status, headers, text, body }: api.Reply, expected: number): z.infer<typeof ProblemBody> {
  expect(status, text.slice(0, 500)).toBe(expected);
  expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  const problem = ProblemBody.parse(body);
  expect(problem.status).toBe(expected);
  expect(problem.instance).toBe(`urn:uuid:${headers.get("x-request-id")}`);
  expect(text).not.toMatch(INTERNALS);
  // Expects values to come back shortened, so that no answer grows with its question.
  expect(text.length).toBeLessThan(20_000);
  return problem;
}

const named = ({ errors = [] }: z.infer<typeof ProblemBody>) => errors.map(({ parameter }) => parameter);

/** The address of the example call with one parameter set to `value`, or added. */
function withValue(example: string, name: string, value: string): string {
  const [path = "", query = ""] = example.split("?");
  // The forms of an export exclude one another.
  const rivals = name === "product" ? [name, "dataset"] : [name];
  const others = query.split("&").filter((pair) => pair !== "" && !rivals.includes(pair.split("=")[0] ?? ""));
  return `${path}?${[...others, `${name}=${value}`].join("&")}`;
}

const PARAMETERS = CONTRACTS.flatMap(({ path, example, query }) =>
  Object.keys(query.shape).map((name): [string, string, string] => [path, name, example]),
);

test("every endpoint that has parameters is here", () => {
  expect(PARAMETERS.length).toBeGreaterThanOrEqual(15);
});

/** Asks for each path, eight at a time, and lists the cases whose answer is not as `check` expects. */
async function listWrong(
  cases: readonly (readonly [what: string, path: string])[],
  check: (reply: api.Reply, what: string) => void,
): Promise<string[]> {
  const wrong: string[] = [];
  for (let at = 0; at < cases.length; at += 8) {
    await Promise.all(
      cases.slice(at, at + 8).map(async ([what, path]) => {
        const reply = await get(path);
        try {
          check(reply, what);
        } catch (error) {
          wrong.push(`${what}: ${error instanceof Error ? error.message : error}`);
        }
      }),
    );
  }
  return wrong;
}

test.each(PARAMETERS)("%s refuses every bad value of %s", async (_, name, example) => {
  const values = new Map(VALUES);
  const cases = VALUES.map(([what, value]) => [what, withValue(example, name, value)] as const);
  const wrong = await listWrong(cases, (reply, what) => {
    const isTaken = TAKEN[name]?.includes(values.get(what) ?? "");
    if (isTaken) expect(reply.status).toBe(200);
    if (isTaken || (SEARCHES.includes(name) && reply.status === 200)) expect(reply.body).toHaveProperty("data");
    else expect(named(expectProblem(reply, 400))).toContain(name);
  });
  expect(wrong).toEqual([]);

  const disguised = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  for (const second of [name, disguised]) {
    const reply = await get(`${withValue(example, name, "1")}&${second}=1`);
    expect(named(expectProblem(reply, 400))).toContain(name);
  }
});

describe.each(CONTRACTS.map(({ path, example }) => [path, example]))("%s", (_, example) => {
  test("with names that it does not have", async () => {
    const parameters = new Map(QUERIES.map(([what, , parameter]) => [what, parameter]));
    const join = example.includes("?") ? "&" : "?";
    const cases = QUERIES.map(([what, query]) => [what, `${example}${join}${query}`] as const);
    const wrong = await listWrong(cases, (reply, what) =>
      expect(named(expectProblem(reply, 400))).toContain(parameters.get(what)),
    );
    expect(wrong).toEqual([]);
  });

  test("with ampersands too many, which say nothing", async () => {
    const odd = await get(`${example}${example.includes("?") ? "&" : "?"}&&`);
    expect([odd.status, odd.text]).toEqual([200, (await get(example)).text]);
  });

  test("with 2,000 parameters that do not exist", async () => {
    const query = Array.from({ length: 2_000 }, (_, at) => `x${at}=1`).join("&");
    expectProblem(await get(`${example.split("?")[0]}?${query.slice(0, 16_000)}`), 400);
  });

  test("with an address of 8 KB and more", async () => {
    for (const length of [8_100, 8_192, 12_000]) {
      expectProblem(await get(`${example.split("?")[0]}?colour=${"x".repeat(length)}`), 400);
    }
  });

  test.each([
    ["a length", { "content-type": "application/json", "content-length": "11" }, '{"page": 2}'],
    ["chunks", { "transfer-encoding": "chunked" }, "page=2&country=ZZ"],
    ["a megabyte", { "content-length": "1000000" }, "x".repeat(1_000_000)],
  ])("with a body by %s, which changes nothing", async (_, headers, payload) => {
    const [plain, odd] = await Promise.all([get(example), send("GET", example, { headers, payload })]);
    expect([odd.status, odd.text]).toEqual([200, plain.text]);
  });

  test("with methods in odd spellings", async () => {
    // Those that Node 20.19 does not know (QUERY) are refused before a request is made of them.
    for (const method of ["TRACE", "PROPFIND", "QUERY", "LINK", "REPORT"].filter((name) => METHODS.includes(name))) {
      const reply = await send(method, example);
      expect([405, 400]).toContain(reply.status);
      expect(reply.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    }
  });
});

describe("the path", () => {
  test("of a service", async () => {
    const values = VALUES.filter(([, value]) => value !== "").map(
      ([, value]) => [value, `/api/services/${value}`] as const,
    );
    const wrong = await listWrong(values, (reply, value) => expectProblem(reply, isWellFormed(value) ? 404 : 400));
    expect(wrong).toEqual([]);
  });

  test.each([
    "/api/",
    "/api/nope",
    "/api/prices/",
    "/api//prices",
    "/api/prices//",
    "/api/services/",
    "/API/prices",
    "/Api/Prices",
    "/api%2fprices",
    "/api%2Fprices",
    "/api/%70rices",
    "/api/prices%2f",
    "/api/x",
    "/api/prices;page=2",
    "/api/prices%3Fpage=2",
    "/api/prices%23",
    "/api/prices.json",
    "/api/prices.rsc",
    "/api/..%2fprices",
    "/api/..%2f..%2fetc%2fpasswd",
    "/api/%2e%2e%2fadmin",
    "/api/..;/admin/keys",
    "/api/services/netflix/prices",
    "/api/services/netflix/",
    "/api/services/a%2Fb",
    "/api/__nextjs",
    "/api/_next/x",
    "/api/%00",
    "/api/%0d%0a",
    "/api/*",
    "/api/[...path]",
    "/api/undefined",
    `/api/${"x/".repeat(500)}x`,
    "/api/.env",
    "/api/x/../nope",
    "/api/prices..",
  ])("%s is no endpoint", async (path) => {
    const { suggestions } = expectProblem(await get(path), 404);
    for (const known of ["/api/prices", "/api/services/netflix"])
      if (path === `${known}/`) expect(suggestions).toEqual([known]);
  });

  test.each(["/api/%E0%A4%A", "/api/%", "/api/services/%zz", "/api/%C0%AF", "/api/%ff"])(
    "%s is no text",
    async (path) => {
      expectProblem(await get(path), 400);
    },
  );

  test.each(["//api/prices", "/api\\prices", "/x\\..\\api\\countries", "/\\x/api/prices"])(
    "%s can be read in two ways, and is refused",
    async (path) => {
      const { status, body } = await sendRaw(baseUrl, toRequest(`GET ${path}`));
      expect([status, body]).toEqual([400, expect.stringContaining("This address cannot be read")]);
    },
  );

  test("dots are resolved before anything decides by the path", async () => {
    const plain = await get("/api/countries");
    for (const path of ["/x/../api/countries", "/api/./countries", "/api/services/%2e%2e/countries"]) {
      const { status, headers, body } = await sendRaw(
        baseUrl,
        toRequest(`GET ${path}`, { "Accept-Encoding": "identity" }),
      );
      expect([path, status, headers.get("content-security-policy")]).toEqual([
        path,
        200,
        plain.headers.get("content-security-policy"),
      ]);
      expect(body).toContain(plain.text.slice(0, 200));
    }
    expect((await get("/api/../admin/keys", { base: baseUrl })).headers.get("location")).toContain("/admin/sign-in");
    expect((await get("/api/x/../../admin/keys", { base: baseUrl })).headers.get("cache-control")).toContain(
      "no-store",
    );
  });
});

describe("fields of the request", () => {
  const path = "/api/prices?country=TR";
  test.each([
    ["x-api-key", "x", 401],
    ["x-api-key", "pa_live_".padEnd(44, "0"), 401],
    ["x-api-key", "x".repeat(10_000), 401],
    ["x-api-key", "\u00e4\u00ff", 401],
    ["x-api-key", "a, b", 401],
    ["authorization", "Basic \u00ff", 200],
    ["authorization", "Bearer x", 400],
    ["authorization", "bearer pa_live_x", 400],
    ["authorization", "pa_live_x", 400],
    ["accept", "text/html", 200],
    ["accept", "\u00ff", 200],
    ["accept-encoding", "zstd;q=x, *;q=0", 200],
    ["accept-encoding", "x".repeat(5_000), 200],
    ["if-none-match", "x".repeat(10_000), 200],
    ["if-none-match", 'W/"', 200],
    ["if-modified-since", "the day before yesterday", 200],
    ["if-modified-since", "Thu, 99 Foo 99999 99:99:99 GMT", 200],
    ["range", "bytes=9-1,-,x", 200],
    ["if-range", "x", 200],
    ["x-forwarded-for", "x, , \u00ff, 999.1.1.1, ::::", 200],
    ["x-forwarded-for", "1.2.3.4,".repeat(1_000), 200],
    ["cookie", "=; __proto__=1; %E0%A4%A", 200],
    ["content-type", "multipart/form-data; boundary=", 200],
    ["origin", "null", 200],
    ["next-action", "x", 200],
    ["rsc", "1", 200],
    ["x-middleware-subrequest", "src/proxy:src/proxy:proxy:proxy:proxy", 200],
  ])("%s: %s", async (name, value, expected) => {
    const reply = await get(path, { headers: { [name]: value } });
    if (expected === 200)
      expect([reply.status, reply.body]).toEqual([200, expect.objectContaining({ data: expect.anything() })]);
    else expectProblem(reply, expected);
  });
});

describe("what is no endpoint of the document", () => {
  test.each(["/api/health", "/api/key", "/api/openapi.json"])(
    "%s refuses parameters that it does not have",
    async (path) => {
      for (const [, query, parameter] of QUERIES)
        expect(named(expectProblem(await get(`${path}?${query}`), 400))).toContain(parameter);
      const plain = await get(path);
      expect((await get(`${path}?&`)).status).toBe(plain.status);
    },
  );

  // Through Next, which drops some names that no parameter can have.
  test.each(["/feed.xml", "/llms.txt"])("%s refuses parameters that it does not have", async (path) => {
    for (const name of ["colour", "page[]", "PAGE", "api_key"])
      expect(named(expectProblem(await get(`${path}?${name}=1`), 400))).toContain(name);
  });

  test("a mistyped probe never turns into the other probe", async () => {
    expect(expectProblem(await get("/api/health?prob=live"), 400).errors).toMatchObject([{ suggestion: "probe" }]);
    expect(expectProblem(await get("/api/health?probe=alive"), 400).errors).toMatchObject([{ suggestion: "live" }]);
    expect((await get("/api/health?probe=live")).body).toEqual({ status: "live" });
    expect((await get("/api/health?probe=ready")).body).toEqual((await get("/api/health")).body);
  });

  test.each([
    ["/api/compare?format=csv&products=netflix&countries=US", "products"],
    ["/api/compare?format=csv&products=netflix&countries=US", "countries"],
    ["/api/prices?format=csv&product=netflix&country=US", "product"],
    ["/api/prices?format=csv&product=netflix&country=US", "country"],
    ["/api/prices?format=csv&product=netflix&country=US", "platform"],
  ])("%s refuses as the API does: %s", async (example, name) => {
    for (const [, value] of VALUES) {
      const reply = await get(withValue(example, name, value));
      if (TAKEN[name]?.includes(value)) expect(reply.headers.get("content-type")).toContain("text/csv");
      else expect(named(expectProblem(reply, 400))).toContain(name);
    }
  });
});

describe("pages", () => {
  const PAGES: [path: string, names: string[]][] = [
    ["/", ["currency"]],
    ["/services", ["category", "q", "page", "page_size", "currency", "sort"]],
    ["/services/netflix", ["currency", "platform", "period", "country", "home"]],
    ["/countries", ["currency", "sort"]],
    ["/countries/TR", ["currency", "category"]],
    ["/compare", ["products", "countries", "home", "currency"]],
    ["/search", ["q"]],
    ["/docs/call", ["operation", "country"]],
    ["/docs", ["x"]],
    ["/image/compare/card.png", ["products", "countries"]],
    ["/image/services/netflix/history.svg", ["history", "add", "currency"]],
    ["/table/services/netflix/prices.csv", ["country", "region", "currency"]],
    ["/embed/compare", ["products", "countries", "theme"]],
    ["/oembed", ["url", "maxwidth"]],
    ["/admin/sign-in", ["callbackUrl", "error"]],
    ["/admin/set-up", ["token"]],
    ["/api/auth/signin", ["callbackUrl"]],
  ];

  /** A few at a time: pages take longer than answers of the API. */
  async function expectNoError(paths: string[]): Promise<void> {
    for (let at = 0; at < paths.length; at += 4) {
      await Promise.all(
        paths.slice(at, at + 4).map(async (path) => {
          const { status, headers, text } = pageTally.count(path, await api.sendPatiently("GET", path));
          expect([path.slice(0, 200), status < 500]).toEqual([path.slice(0, 200), true]);
          expect(text).not.toMatch(/node_modules|PrismaClient|\bat \w+ \(/);
          // JSON is read as such, and may repeat what was sent.
          const isJson = headers.get("content-type")?.includes("json");
          if (!isJson) expect(text).not.toContain("<script>alert(1)");
          else expect(headers.get("x-content-type-options"), path.slice(0, 200)).toBe("nosniff");
          expect(headers.get("set-cookie") ?? "").not.toContain("a=b");
        }),
      );
    }
  }

  /** In short, each value goes to a quarter of the pages. */
  const valuesOf = (path: string) => {
    const part = PAGES.findIndex(([page]) => page === path) % 4;
    return scale(
      VALUES,
      VALUES.filter((_, at) => at % 4 === part),
    );
  };

  test.each(PAGES)("%s answers whatever its parameters hold", async (path, names) => {
    await expectNoError(
      valuesOf(path).map(([, value]) => `${path}?${names.map((name) => `${name}=${value}`).join("&")}`),
    );
  });

  /** Of all pages and handlers that have a name in them, with this one. */
  const pathsWith = (name: string) =>
    readdirSync("app", { recursive: true, encoding: "utf8" })
      .map((file) => `/${file.replaceAll("\\", "/")}`)
      .filter((file) => /\[.*\/(page\.tsx|route\.ts)$/.test(file))
      .map((file) =>
        file
          .replace(/\/\([^/]*\)/g, "")
          .replace(/\/(page\.tsx|route\.ts)$/, "")
          .replace(/\[+[^/]*\]+/g, name),
      );

  test("a null byte in a name of a path is no error of the server, with a picture of that name or without", async () => {
    const paths = pathsWith("a%00b");
    expect(paths.length).toBeGreaterThan(15);
    await expectNoError([...paths, ...paths.map((path) => path.replace(/[^/]*$/, "card.png"))]);
  });

  test("bytes that are no text are a 400 in every path of the site that has a name in it", async () => {
    const paths = pathsWith("%ff");
    expect(paths.length).toBeGreaterThan(15);
    for (const path of [...paths, "/%ff", "/admin/%ff", "/image/%ff", "/table/x/%c3%28"])
      expect([path, pageTally.count(path, await api.sendPatiently("GET", path)).status]).toEqual([path, 400]);
  });

  test.each(["/services/", "/countries/"])("%s answers whatever the name", async (path) => {
    await expectNoError(VALUES.map(([, value]) => path + value));
  });
});

function isWellFormed(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
