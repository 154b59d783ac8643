import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "@/lib/api/routes";
import { listChanges } from "@/lib/changes/endpoints";
import { listDatasetVersions } from "@/lib/versions/list/endpoints";
import { sendPatiently } from "../support/api";
import { execute, type TestDatabase } from "../support/database";
import { readVersions } from "../support/import-cli";
import { publishNext } from "../support/publishes";
import { readSeries } from "../support/recompute-days";
import { createDatabase, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";

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
  ...ENDPOINTS.filter(({ query, textResponse }) => "version" in query.shape && textResponse === undefined).map(
    ({ example }) => example,
  ),
];

let database: TestDatabase;
let server: ServerProcess;
let versions: string[];
const answered = new Map<string, Map<string, string>>();

beforeAll(async () => {
  database = await createDatabase("bundled");
  server = await startServer({ DATABASE_URL: database.url, PUBLIC_URL: "http://prices.test" });
  for (let number = 0; number < 4; number++) {
    if (number > 0) await publishNext(database.url, number);
    const newest = (await readVersions(database.url)).at(-1) ?? "";
    while ((await ask("/api/prices?page_size=1")).meta.dataset_version !== newest) await sleep(100);
    const answers = new Map<string, string>();
    for (const path of PATHS) answers.set(path, (await ask(path)).text);
    answered.set(newest, answers);
  }
  versions = [...answered.keys()];
});
afterAll(async () => {
  await server.stop();
  await database[Symbol.asyncDispose]();
});

async function ask(path: string, headers = {}) {
  const reply = await sendPatiently("GET", path, { base: server.url, headers });
  return { ...reply, ...(reply.body as { meta: { dataset_version: string } }) };
}

const withVersion = (path: string, version: string) => `${path}${path.includes("?") ? "&" : "?"}version=${version}`;

/** `self` is what was asked for, the version included. */
const withoutVersion = (text: string) =>
  text.replace(/(?<="self":")[^"]+/, (address) => {
    const url = new URL(address);
    url.searchParams.delete("version");
    return url.href;
  });

test("every answer of an old version is the one of its time, byte for byte, but for the version that was asked for", {
  timeout: 120_000,
}, async () => {
  for (const version of versions)
    for (const path of PATHS) {
      const reply = await ask(withVersion(path, version));
      expect(reply.status, `${path} of ${version}: ${reply.text.slice(0, 300)}`).toBe(200);
      expect(reply.text).toContain(`"requested_version":"${version}"`);
      const without = withoutVersion(reply.text.replace(`"requested_version":"${version}",`, ""));
      expect(without, `${path} of ${version}`).toBe(withoutVersion(answered.get(version)?.get(path) ?? ""));
      expect(reply.headers.get("cache-control")).toBe("public, max-age=86400");
      expect([...reply.headers.keys()].filter((name) => /ratelimit/i.test(name))).toEqual([]);
      const same = await ask(withVersion(path, version), { "if-none-match": reply.headers.get("etag") ?? "" });
      expect([same.status, same.headers.get("cache-control"), same.headers.get("ratelimit")]).toEqual([
        ...[304, "public, max-age=86400", null],
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
  expect(page).toContain(`http://prices.test/services/netflix?country=TR&amp;version=${old}#prices`);
  for (const file of ["citation.bib", "CITATION.cff"]) expect(page).toContain(`href="/${file}?version=${old}"`);
  const bibtex = await ask(`/citation.bib?version=${old}`);
  expect(bibtex.text).toContain(`version = {${old}}`);
  expect(bibtex.text).toContain(`url = {http://prices.test/api/export?dataset=prices&format=csv&version=${old}}`);
  expect(bibtex.text).toContain("With data of the Global App Store Price Index by OpenTheRank");
  const cff = (await ask("/CITATION.cff")).text;
  expect(cff).toContain(`version: "${versions.at(-1)}"`);
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
    expect(Object.keys(row)).toEqual(columns);
    for (const name of names) expect(row[name]).toEqual(data[at]?.[name]);
    for (const name of columns) expect(cells[at]?.[name]).toBe(toCell(row[name]));
  }
});

const toCell = (value: unknown) =>
  value === null ? "" : typeof value === "boolean" ? String(value).toUpperCase() : String(value);

test("a walk over all pages sees one dataset, although another is published in the middle", {
  timeout: 120_000,
}, async () => {
  const Listed = z.object({
    links: z.object({ next: z.string().nullable() }),
    data: z.array(z.object({ product: z.string(), country: z.string(), platform: z.string(), period: z.string() })),
    meta: z.object({ dataset_version: z.string() }),
  });
  const total = [...(await readSeries()).values()].filter((readings) => readings.at(-1)?.amount !== "").length;
  const rows: string[] = [];
  const seen = new Set<string>();
  let pages = 0;
  for (let next: string | null = `/api/prices?version=${versions[0]}`; next !== null; pages++) {
    if (pages === 30) await publishNext(database.url, 4);
    const page: z.infer<typeof Listed> = Listed.parse((await ask(next)).body);
    rows.push(
      ...page.data.map(({ product, country, platform, period }) => [product, country, platform, period].join()),
    );
    seen.add(page.meta.dataset_version);
    next = page.links.next?.replace("http://prices.test", "") ?? null;
  }
  expect({ pages, rows: rows.length, distinct: new Set(rows).size, versions: [...seen] }).toEqual({
    ...{ pages: Math.ceil(total / 50), rows: total, distinct: total },
    versions: [versions[0]],
  });
});

test("a version that is older than the ledger is gone", async () => {
  await execute(database.url, `UPDATE dataset_version SET in_ledger = false WHERE version = '${versions[0]}'`);
  await publishNext(database.url, 6);
  const newest = (await readVersions(database.url)).at(-1) ?? "";
  while ((await ask("/api/prices?page_size=1")).meta.dataset_version !== newest) await sleep(100);
  for (const path of [`/api/prices?version=${versions[0]}`, `/api/changes?since=${versions[0]}`])
    expect(await ask(path), path).toMatchObject({ status: 410, body: { title: "Gone" } });
});
