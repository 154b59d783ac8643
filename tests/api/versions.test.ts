import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { listChanges } from "@/app/api/changes/contract";
import { CONTRACTS } from "@/app/api/contracts";
import { listDatasetVersions } from "@/app/api/versions/contract";
import { SITE_PAGES } from "@/scripts/site-pages";
import { sendPatiently } from "../support/api";
import { PRICE_CORRECTION_HEADER, PRICE_HEADER } from "../support/corrections";
import type { TestDatabase } from "../support/database";
import { scale } from "../support/fault-scale";
import { importHere, makeFolder, readVersions } from "../support/import-cli";
import { applyChanges, readChanges, readState, type State } from "../support/mirror";
import { lacks } from "../support/needs";
import { publishNext } from "../support/publishes";
import { readSeries } from "../support/recompute-days";
import { lacksPython, makeProgramFolder, readPrograms } from "../support/run-program";
import { createDatabase, startServer } from "../support/server";
import { COUNTRIES } from "../support/small-data";
import type { ServerProcess } from "../support/spawn-server";

/** Publishes after the first version. */
const COUNT = scale(19, 3);
/** Versions whose answers of their time are kept. */
const ANSWERED = 4;
const PATHS = [
  "/api/services?page_size=200",
  "/api/services/netflix",
  "/api/countries",
  "/api/prices?page_size=200",
  "/api/compare?products=netflix,chatgpt&countries=US,TR,AQ",
  "/api/countries/TR",
  "/api/categories",
  "/api/sources",
  "/api/rates?page_size=200",
  "/api/countries?base=DE&category=streaming",
  "/api/services?country=TR&sort=known",
  "/api/prices?product=netflix&tax=excluded",
  ...CONTRACTS.filter(({ query, fileTypes }) => "version" in query.shape && fileTypes === undefined).map(
    ({ example }) => example,
  ),
];
const PAGES = Object.values(SITE_PAGES).filter((path) => !path.includes("version="));
const FRAMES = ["/embed/index", "/embed/services/netflix", "/embed/countries/TR", "/embed/index?share=income"];

let database: TestDatabase;
let server: ServerProcess;
let versions: string[];
const answered = new Map<string, Map<string, string>>();

beforeAll(async () => {
  database = await createDatabase("small");
  server = await startServer({ DATABASE_URL: database.url });
  for (let number = 0; number <= COUNT; number++) {
    if (number > 0) await publishNext(database.url, number);
    if (number >= ANSWERED) continue;
    const newest = await untilServed();
    const answers = new Map<string, string>();
    for (const path of PATHS) answers.set(path, (await ask(path)).text);
    answered.set(newest, answers);
  }
  await untilServed();
  versions = await readVersions(database.url);
});
afterAll(async () => {
  await server.stop();
  await database[Symbol.asyncDispose]();
});

const readNewest = async () => (await readVersions(database.url)).at(-1) ?? "";

async function untilServed(): Promise<string> {
  const newest = await readNewest();
  while ((await ask("/api/prices?page_size=1")).meta.dataset_version !== newest) await sleep(100);
  return newest;
}

async function ask(path: string, headers = {}) {
  const reply = await sendPatiently("GET", path, { base: server.url, headers });
  return { ...reply, ...(reply.body as { meta: { dataset_version: string } }) };
}

/** `self` is what was asked for, the version included. */
const withoutVersion = (text: string) =>
  text.replace(/(?<="self":")[^"]+/, (address) => {
    const url = new URL(address);
    url.searchParams.delete("version");
    return url.href;
  });

test("every answer of an old version is the one of its time, byte for byte, but for the version that was asked for", async () => {
  for (const [version, answers] of answered)
    for (const path of PATHS) {
      const reply = await ask(withVersion(path, version));
      expect(reply.status, `${path} of ${version}: ${reply.text.slice(0, 300)}`).toBe(200);
      expect(reply.text).toContain(`"requested_version":"${version}"`);
      const without = withoutVersion(reply.text.replace(`"requested_version":"${version}",`, ""));
      expect(without, `${path} of ${version}`).toBe(withoutVersion(answers.get(path) ?? ""));
      expect(reply.headers.get("cache-control")).toBe("public, max-age=86400");
      expect([...reply.headers.keys()].filter((name) => /ratelimit/i.test(name))).toEqual([]);
      const same = await ask(withVersion(path, version), { "if-none-match": reply.headers.get("etag") ?? "" });
      expect([same.status, same.headers.get("cache-control"), same.headers.get("ratelimit")]).toEqual([
        304,
        "public, max-age=86400",
        null,
      ]);
    }
});

test("an unknown version is a 400 with the nearest one", async () => {
  const reply = await ask("/api/prices?version=2026-09-29.7");
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ errors: [{ parameter: "version", suggestion: versions[0] }] });
});

test("a page of an old version says so, leads to the newest, and keeps its links in the version", async () => {
  const [old = ""] = versions;
  const { status, text, headers } = await ask(`/services/netflix?country=TR&version=${old}`);
  expect(status).toBe(200);
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect(text).toContain(`You see dataset ${old}`);
  expect(text).toMatch(/<a href="\/services\/netflix\?country=TR" rel="bookmark">Show the newest<\/a>/);
  expect(text).toContain(`/countries/TR?version=${old}"`);
  expect(text).not.toMatch(/<link rel="canonical" href="[^"]*version=/);
  const { text: newest, headers: plain } = await ask("/services/netflix?country=TR");
  expect(newest).not.toContain("You see dataset");
  expect(plain.get("x-robots-tag")).toBeNull();
});

test("a figure and its dataset are cited by the version that is shown, as BibTeX and CITATION.cff too", async () => {
  const [old = ""] = versions;
  const { text: page } = await ask(`/services/netflix?country=TR&version=${old}`);
  expect(page).toContain(`${server.url}/services/netflix?country=TR&amp;version=${old}#prices`);
  for (const file of ["citation.bib", "CITATION.cff"]) expect(page).toContain(`href="/${file}?version=${old}"`);
  const bibtex = await ask(`/citation.bib?version=${old}`);
  expect(bibtex.text).toContain(`version = {${old}}`);
  expect(bibtex.text).toContain(`url = {${server.url}/api/export?dataset=prices&format=csv&version=${old}}`);
  expect(bibtex.text).toContain("With data of the Global App Store Price Index by OpenTheRank");
  const cff = (await ask("/CITATION.cff")).text;
  expect(cff).toContain(`version: "${await readNewest()}"`);
  expect(cff).toMatch(
    /references:\n {2}- type: data\n {4}title: "Global App Store Price Index"\n {4}authors:\n {6}- name: "OpenTheRank"/,
  );
});

test.each([
  ["/api/versions", listDatasetVersions, ["version", "published_at"]],
  ["/api/changes", listChanges, ["id", "version", "kind", "object", "reason"]],
] as const)("%s has the same rows as CSV and as newline-delimited JSON", async (path, { rows }, names) => {
  const call = path === "/api/changes" ? `${path}?since=${versions[0]}&page_size=200` : `${path}?page_size=200`;
  const Listed = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
  const { data } = Listed.parse((await ask(call)).body);
  const [csv, ndjson] = await Promise.all(["csv", "ndjson"].map((format) => ask(`${call}&format=${format}`)));
  const columns = Object.keys(rows?.columns.shape ?? {});
  const Cells = z.array(z.record(z.string(), z.string()));
  const cells = Cells.parse(parse(csv?.text ?? "", { columns: true }));
  const lines = (ndjson?.text ?? "").trimEnd().split("\n");
  expect(data.length).toBeGreaterThan(1);
  expect([cells.length, lines.length]).toEqual([data.length, data.length]);
  for (const [at, line] of lines.entries()) {
    const row: Record<string, unknown> = JSON.parse(line);
    expect(Object.keys(row)).toEqual(columns.filter((name) => cells[at]?.[name] !== ""));
    for (const name of names) expect(row[name] ?? null).toEqual(data[at]?.[name]);
    for (const name of columns) expect(cells[at]?.[name]).toBe(toCell(row[name]));
  }
});

const toCell = (value: unknown) =>
  value === undefined ? "" : typeof value === "boolean" ? String(value).toUpperCase() : String(value);

function withVersion(address: string, version: string): string {
  const { pathname, search, searchParams } = new URL(address, server.url);
  searchParams.set("version", version);
  return search === "" ? `${pathname}?version=${version}` : `${pathname}?${searchParams}`;
}

const decodeText = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
const attributeOf = (tag: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decodeText(value);
};
const namedIn = (address: string) => new URL(address, server.url).searchParams.getAll("version");

/** Links and GET forms of a page on this site, without anchors and the link that leaves the version. */
function readAddresses(html: string): string[] {
  const links = [...html.matchAll(/<a\s[^>]*>/g)]
    .filter(([tag]) => attributeOf(tag, "rel") !== "bookmark")
    .map(([tag]) => attributeOf(tag, "href") ?? "");
  const forms = [...html.matchAll(/(<form\s[^>]*>)([\s\S]*?)<\/form>/g)]
    .filter(([, tag = ""]) => attributeOf(tag, "method") !== "post")
    .map(([, tag = "", content = ""]) => {
      const fields = [...content.matchAll(/<input\s[^>]*type="hidden"[^>]*>/g)].map(([field]): [string, string] => [
        attributeOf(field, "name") ?? "",
        attributeOf(field, "value") ?? "",
      ]);
      return `${attributeOf(tag, "action")?.replace(/#.*/, "")}?${new URLSearchParams(fields)}`;
    });
  return [...links, ...forms].flatMap((href) => {
    const url = new URL(href, server.url);
    if (href.startsWith("#") || url.origin !== server.url) return [];
    return [href];
  });
}

const kindOf = (address: string) =>
  new URL(address, server.url).pathname.replace(
    /(?<=^\/(?:image|table)\/).*(?=\.)|(?<=\/(?:services|countries|report)\/)[^/]+/,
    "*",
  );

const kinds = new Map<string, boolean>();

/** Pages take `version`; other addresses refuse an unknown one. */
async function takesVersion(address: string): Promise<boolean> {
  const kind = kindOf(address);
  const known = kinds.get(kind);
  if (known !== undefined) return known;
  const [old = ""] = versions;
  const given = await ask(withVersion(address, old));
  const refused = await ask(withVersion(address, "1999-01-01.1"));
  const takes = given.text.includes(`You see dataset ${old}`) || (given.status === 200 && refused.status === 400);
  kinds.set(kind, takes);
  return takes;
}

test("links and forms of a page of an old version lead to that version wherever there is one, and one link out of it", async () => {
  const [old = ""] = versions;
  const checked: string[] = [];
  for (const path of [...PAGES, ...FRAMES]) {
    if (!(await takesVersion(path))) continue;
    checked.push(kindOf(path));
    const { text } = await ask(withVersion(path, old), { cookie: "country=TR" });
    const leaving: string[] = [];
    // The credit of a frame leads to today's page; what it draws keeps its version.
    const isFrame = FRAMES.includes(path);
    for (const address of readAddresses(text).filter((href) => !isFrame || href.startsWith("/")))
      if ((await takesVersion(address)) && namedIn(address).join() !== old) leaving.push(address);
    expect(leaving, path).toEqual([]);
    if (isFrame) continue;
    const out = [...text.matchAll(/<a\s[^>]*rel="bookmark"[^>]*>/g)].map(([tag]) => attributeOf(tag, "href") ?? "");
    expect(out.flatMap(namedIn), path).toEqual([]);
    expect(out.map(kindOf), path).toEqual([kindOf(path)]);
    const newest = await ask(path);
    const named = readAddresses(newest.text).filter((href) => namedIn(href).length > 0);
    expect(
      named.filter((href) => /^\/(?!citation|CITATION)/.test(href)),
      path,
    ).toEqual([]);
    expect(newest.text, path).not.toContain('name="version"');
  }
  const pages = ["/", "/services", "/services/*", "/countries", "/countries/*", "/compare", "/multipliers"];
  expect(checked).toEqual(expect.arrayContaining([...pages, "/corrections", "/embed/index", "/embed/services/*"]));
  const linked = [...kinds].flatMap(([kind, takes]) => (takes ? [kind] : []));
  expect(linked).toEqual(expect.arrayContaining([...pages, "/api/prices", "/api/services/*", "/api/export"]));
});

test("a version that is not available leaves links as they are", async () => {
  const { text } = await ask("/services/netflix?version=1999-01-01.1");
  expect(text).toContain("There is no dataset 1999-01-01.1");
  const named = readAddresses(text).filter((href) => href.startsWith("/") && namedIn(href).includes("1999-01-01.1"));
  expect(named.filter((href) => kindOf(href) !== "/services/*")).toEqual([]);
});

test("for all pairs of versions, the changes lead from the records of the one to those of the other, byte for byte", async () => {
  const states: State[] = [];
  for (const version of versions) states.push(await readState(server.url, version));
  let pairs = 0;
  for (const [from, since] of versions.entries())
    for (const [to, until] of versions.entries()) {
      if (to < from) continue;
      const changes = await readChanges(server.url, since, until);
      expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
      const reached = applyChanges(states[from] ?? new Map(), changes);
      expect(findDifferent(reached, states[to] ?? new Map()), `${since} to ${until}`).toEqual([]);
      pairs++;
    }
  expect(pairs).toBe((versions.length * (versions.length + 1)) / 2);
});

const Differing = z.object({
  object: z.string(),
  key: z.record(z.string(), z.string()),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
type Fields = Record<string, unknown>;

/** Puts differing fields over a record, as the documentation of `fields=changed` says. */
function putOver(record: Fields, before: Fields, after: Fields): Fields {
  const next: Fields = { ...record };
  for (const name of Object.keys(before)) if (!(name in after)) delete next[name];
  const Inner = z.record(z.string(), z.unknown());
  for (const [name, value] of Object.entries(after)) {
    const [was, old, is] = [next[name], before[name], value].map((one) => Inner.safeParse(one).data);
    next[name] = was && old && is ? putOver(was, old, is) : value;
  }
  return next;
}

test("changes of fields alone lead to the same records, and are a fraction as long", async () => {
  const [since = "", until = ""] = [versions[0], versions.at(-1)];
  const [start, end] = [await readState(server.url, since), await readState(server.url, until)];
  const records = new Map([...start].map(([name, text]) => [name, z.looseObject({}).parse(JSON.parse(text))]));
  const whole = await readChanges(server.url, since, until);
  const lean = await readChanges(server.url, since, until, "&fields=changed");
  expect(lean.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
  const length = (changes: typeof lean) =>
    changes.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);
  const inBoth = (changes: typeof lean) => changes.filter((_, at) => whole[at]?.before && whole[at]?.after);
  expect(inBoth(whole).length).toBeGreaterThan(10);
  expect(length(inBoth(lean)) * 3).toBeLessThan(length(inBoth(whole)));
  for (const change of lean) {
    const { object, key, before, after } = Differing.parse({
      ...change,
      before: change.before && JSON.parse(change.before),
      after: change.after && JSON.parse(change.after),
    });
    if (object === "observation") continue;
    const names = { price: ["product", "country", "platform", "period"], rate: ["currency", "date", "source"] }[object];
    const name = [object, ...(names ?? ["product"]).map((part) => key[part])].join(" ");
    const known = records.get(name);
    if (after === null) records.delete(name);
    else records.set(name, before && known ? putOver(known, before, after) : after);
  }
  expect(Object.fromEntries(records)).toEqual(
    Object.fromEntries([...end].map(([name, text]) => [name, JSON.parse(text)])),
  );
});

test.skipIf(lacksPython("the Python program of the documentation"))(
  "the mirror of the documentation follows the changes of all versions, record by record",
  async () => {
    const [, code = ""] = await readPrograms("mirror", server.url, "/docs/time");
    const runHere = await makeProgramFolder(inject("harness").dir);
    const [first = "", newest] = [versions[0], await readNewest()];
    // Simulates the first run, when the first version was the newest.
    await runHere(code.replace(/^newest = .*$/m, `newest = "${first}"`));
    expect(await runHere(code)).toMatch(new RegExp(`^\\d+ prices of ${newest}$`));
    const kept: unknown = JSON.parse(
      await runHere(`import json, sqlite3
rows = sqlite3.connect("prices.db").execute("select key, record from price").fetchall()
print(json.dumps([[key, json.loads(record)] for key, record in rows]))`),
    );
    const state = await readState(server.url, newest);
    const wanted = [...state].flatMap(([name, text]) =>
      name.startsWith("price ") ? [[name.slice(6), JSON.parse(text)]] : [],
    );
    expect(new Map(z.array(z.tuple([z.string(), z.unknown()])).parse(kept))).toEqual(
      new Map(z.array(z.tuple([z.string(), z.unknown()])).parse(wanted)),
    );
  },
);

test.skipIf(lacks("jq", "the shell program of the documentation"))("so does the one for a shell", async () => {
  const [code = ""] = await readPrograms("mirror", server.url, "/docs/time");
  const runHere = await makeProgramFolder(inject("harness").dir);
  const [first = "", newest] = [versions[0], await readNewest()];
  await runHere(code.replace(/^newest=.*$/m, `newest=${first}`));
  await runHere(code);
  const kept = (await runHere("base=here\ncat prices.ndjson")).split("\n").map((line) => JSON.parse(line));
  const state = await readState(server.url, newest);
  const wanted = [...state].flatMap(([name, text]) => (name.startsWith("price ") ? [JSON.parse(text)] : []));
  const byKey = (prices: readonly Record<string, string>[]) =>
    new Map(prices.map((one) => [`${one.product} ${one.country} ${one.platform} ${one.period}`, one]));
  expect(byKey(kept)).toEqual(byKey(wanted));
});

test.skipIf(lacks("Rscript", "the R program of the documentation", "r-cran-jsonlite"))(
  "so does the one in R",
  async () => {
    const [, , code = ""] = await readPrograms("mirror", server.url, "/docs/time");
    const runHere = await makeProgramFolder(inject("harness").dir);
    const [first = "", newest] = [versions[0], await readNewest()];
    await runHere(code.replace(/^newest <- .*$/m, `newest <- "${first}"`));
    await runHere(code);
    const names = await runHere('library(jsonlite)\ncat(sort(names(readRDS("prices.rds")$prices)), sep = "\\n")');
    const state = await readState(server.url, newest);
    const wanted = [...state.keys()].flatMap((name) => (name.startsWith("price ") ? [name.slice(6)] : []));
    expect(names.split("\n").sort()).toEqual(wanted.sort());
  },
);

const Told = z.object({
  data: z.array(
    z.object({
      kind: z.string(),
      object: z.string(),
      key: z.record(z.string(), z.string()),
      reason: z.string().nullable(),
      before: z.looseObject({}).nullable(),
      after: z.looseObject({}).nullable(),
    }),
  ),
});
const SOURCE = "opentherank-2026-09-30";
const PAGE = "https://opentherank.com/x/";

/** Returns the version before. */
async function publish(...lines: string[]): Promise<string> {
  const before = await readNewest();
  await using folder = await makeFolder();
  const file = await folder.write("rows.csv", lines.join("\n"));
  expect(await importHere(database.url, [file], true)).toMatchObject({ code: 0 });
  await untilServed();
  return before;
}

test("a publish of two prices is told as these two and the figures of their products, in less than 20 kB", async () => {
  const rows = ["netflix,TR,ios,monthly,333.99,TRY", "spotify,US,web,monthly,13.99,USD"];
  const since = await publish(PRICE_HEADER, ...rows.map((row) => `${row},2026-11-20,${SOURCE},${PAGE}`));
  const { text, body } = await ask(`/api/changes?since=${since}`);
  expect(text.length).toBeLessThan(20_000);
  expect(Told.parse(body).data.map(({ kind, object, key }) => [kind, object, key.product])).toEqual([
    ["changed", "product", "netflix"],
    ["changed", "product", "spotify"],
    ["changed", "price", "netflix"],
    ["changed", "price", "spotify"],
  ]);
  const prices = await ask(`/api/changes?since=${since}&object=price&country=TR`);
  expect(Told.parse(prices.body).data).toHaveLength(1);
  const table = await ask(
    `/api/changes?since=${since}&object=price&format=csv&columns=product,before_amount,after_amount`,
  );
  expect(table.text).toMatch(
    /^product,before_amount,after_amount\r\n"netflix",[\d.]+,333\.99\r\n"spotify",[\d.]+,13\.99\r\n$/,
  );
});

test("a past reading that a correction replaced or withdrew is told, and the series of the history it belongs to", async () => {
  const series = "netflix,AQ,web,yearly";
  const readings = ["9.99,USD,2025-01-01", "10.99,USD,2025-02-01", "12,USD,2025-03-01"];
  await publish(PRICE_HEADER, ...readings.map((reading) => `${series},${reading},${SOURCE},${PAGE}`));
  const since = await publish(
    PRICE_CORRECTION_HEADER,
    `${series},2025-01-01,replace,8.99,USD,typing_error,,${SOURCE},${PAGE}`,
    `${series},2025-02-01,withdraw,,,source_error,,${SOURCE},`,
  );
  const { body } = await ask(`/api/changes?since=${since}&object=observation`);
  expect(Told.parse(body).data).toMatchObject([
    {
      kind: "corrected",
      object: "observation",
      reason: "typing_error",
      key: { product: "netflix", country: "AQ", platform: "web", period: "yearly", observed_on: "2025-01-01" },
      before: { amount: 9.99, currency: "USD", source: SOURCE },
      after: { amount: 8.99, currency: "USD", source: SOURCE },
    },
    {
      kind: "withdrawn",
      object: "observation",
      reason: "source_error",
      key: { observed_on: "2025-02-01" },
      before: { amount: 10.99 },
      after: null,
    },
  ]);
});

test("a walk over all pages sees one dataset, although another is published in the middle", async () => {
  const Listed = z.object({
    links: z.object({ next: z.string().nullable() }),
    data: z.array(z.object({ product: z.string(), country: z.string(), platform: z.string(), period: z.string() })),
    meta: z.object({ dataset_version: z.string() }),
  });
  const listed = [...(await readSeries("first"))].filter(([, readings]) => readings.at(-1)?.amount !== "");
  const total = listed.filter(([name]) => COUNTRIES.has(name.split(" ")[1] ?? "")).length;
  const rows: string[] = [];
  const seen = new Set<string>();
  let pages = 0;
  for (let next: string | null = `/api/prices?version=${versions[0]}`; next !== null; pages++) {
    if (pages === 5) await publishNext(database.url, COUNT + 1);
    const page: z.infer<typeof Listed> = Listed.parse((await ask(next)).body);
    rows.push(
      ...page.data.map(({ product, country, platform, period }) => [product, country, platform, period].join()),
    );
    seen.add(page.meta.dataset_version);
    next = page.links.next?.replace(server.url, "") ?? null;
  }
  expect({ pages, rows: rows.length, distinct: new Set(rows).size, versions: [...seen] }).toEqual({
    pages: Math.ceil(total / 50),
    rows: total,
    distinct: total,
    versions: [versions[0]],
  });
});

function findDifferent(a: State, b: State): unknown[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) =>
    a.get(key) === b.get(key) ? [] : [{ key, reached: a.get(key), wanted: b.get(key) }],
  );
}
