import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { importFiles } from "@/lib/import/import-files";
import { ImportRejected } from "@/lib/import/report/result";
import { get } from "../support/api";
import { PRICE_HEADER } from "../support/corrections";
import type { TestDatabase } from "../support/database";
import { makeFolder } from "../support/import-cli";
import { baseUrl, createDatabase, startServer } from "../support/server";
import { startOn } from "../support/shifted-clock";
import type { ServerProcess } from "../support/spawn-server";
import { addDays, NEWEST_DAY } from "../support/test-days";

// First starts on machines whose clocks run before the data, and long after them.

const EARLY = "2025-06-01";
const LATE = "2029-02-28";
const WALKS = ["/api/services?page_size=200", "/api/countries", "/api/prices?page_size=200"];

const Page = z.looseObject({
  meta: z.record(z.string(), z.unknown()),
  links: z.looseObject({ next: z.string().nullable() }).optional(),
  data: z.array(z.record(z.string(), z.unknown())),
});

/** All records of a list, and what its answers say of the dataset, without what a clock says. */
async function walk(base: string, path: string) {
  const rows: unknown[] = [];
  const said: unknown[] = [];
  for (let next: string | null = path; next !== null; ) {
    const page: z.infer<typeof Page> = Page.parse((await get(next, { base })).body);
    const { published_at: _, fx_age_days: age, ...meta } = page.meta;
    expect(Number(age)).toBeGreaterThanOrEqual(0);
    rows.push(...page.data);
    said.push(JSON.parse(JSON.stringify(meta).replaceAll(base, "")));
    next = page.links?.next?.replace(base, "") ?? null;
  }
  return { rows, said };
}

describe.each([EARLY, LATE])("a first start on %s", (day) => {
  let database: TestDatabase;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await createDatabase("template0");
    server = await startServer({ DATABASE_URL: database.url, ...startOn(day) });
  });
  afterAll(async () => {
    await server.stop();
    await database[Symbol.asyncDispose]();
  });

  test("publishes the bundled data, and says whether the clock runs before them", () => {
    const line = `The clock of this machine says ${day}, before the newest price, of ${NEWEST_DAY}.`;
    expect(server.output().includes(line)).toBe(day < NEWEST_DAY);
  });

  test.each(WALKS)("answers %s as on any other day", async (path) => {
    const here = await walk(server.url, path);
    const elsewhere = await walk(baseUrl, path);
    expect(here.rows.length).toBeGreaterThan(15);
    for (const [at, row] of here.rows.entries()) expect(row).toEqual(elsewhere.rows[at]);
    expect([here.rows.length, here.said]).toEqual([elsewhere.rows.length, elsewhere.said]);
  });

  test("knows as the last day the later of the clock and the newest price", async () => {
    const last = day > NEWEST_DAY ? day : NEWEST_DAY;
    const on = async (path: string, date: string) => (await get(`${path}date=${date}`, { base: server.url })).status;
    const plain = await get("/api/prices?product=netflix", { base: server.url });
    const dated = await get(`/api/prices?product=netflix&date=${last}`, { base: server.url });
    expect(dated.text).toBe(plain.text);
    for (const path of ["/api/prices?", "/api/services/netflix?", "/api/compare?products=netflix&countries=US&"])
      expect([await on(path, last), await on(path, addDays(last, 1))], path).toEqual([200, 400]);
  });

  test("counts no age and no missed reading below zero", async () => {
    const { body } = await get("/api/sources", { base: server.url });
    for (const { n_missed: missed } of Page.parse(body).data) expect(Number(missed)).toBeGreaterThanOrEqual(0);
    for (const path of [
      "/",
      "/services/netflix",
      "/countries/TR",
      "/compare?products=netflix&countries=US,TR",
      "/coverage",
    ]) {
      const { status, text } = await get(path, { base: server.url });
      expect(status, path).toBe(200);
      expect(text.replaceAll(/<[^>]*>/g, ""), path).not.toMatch(
        /[-\u2212]\d[\d,]*[\s\u00a0\u202f](?:d\b|days?|months?|years?)/,
      );
    }
  });
});

test("an upload may have readings up to the newest price, or up to tomorrow where the clock is later", async () => {
  await using database = await createDatabase("small");
  await using folder = await makeFolder();
  const file = (day: string) =>
    folder.write(
      `${day}.csv`,
      `${PRICE_HEADER}\nnetflix,TR,web,yearly,99,TRY,${day},opentherank-2026-09-30,https://a.example/\n`,
    );
  const faultsOf = async (day: string, clock: string): Promise<string> =>
    importFiles({
      connectionString: database.url,
      files: [await file(day)],
      importedBy: "test",
      isDryRun: true,
      acceptsOutliers: true,
      now: new Date(clock),
    }).then(
      () => "",
      (error: unknown) => (error instanceof ImportRejected ? error.faults.join() : String(error)),
    );
  const clocks = [
    [EARLY, NEWEST_DAY],
    [LATE, addDays(LATE, 1)],
  ] as const;
  for (const [clock, last] of clocks) {
    expect(await faultsOf(last, clock)).toBe("");
    const next = addDays(last, 1);
    expect(await faultsOf(next, clock)).toContain(`observed_on: "${next}" is in the future`);
  }
});
