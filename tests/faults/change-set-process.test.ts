import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "@/server/find-free-port";
import { postUpload, readChangeSet, type SentFile, settle, uploadAndCheck } from "../support/desk";
import { listProcesses } from "../support/processes";
import { recordPromise } from "../support/report-promise";
import { startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";
import { type OwnStaffServer, startStaffServer } from "../support/staff";
import { Visitor } from "../support/visitor";

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const LIMIT_SECONDS = 12;

let staff: OwnStaffServer;
let author: Visitor;
beforeAll(async () => {
  staff = await startStaffServer();
  await staff.list("author@example.com", "editor");
  author = await staff.enter("author@example.com");
});
afterAll(() => staff.stop());

/** A server on the same database, whose change sets have little time. */
const startHasty = (env: Record<string, string> = { DESK_TIMEOUT_SECONDS: String(LIMIT_SECONDS) }) =>
  startServer({ DATABASE_URL: staff.databaseUrl, NEXTAUTH_SECRET: "a secret of the tests, long enough", ...env });

/** The visitor's cookie is for another port of the same host. */
function at({ url }: Served): Visitor {
  const visitor = new Visitor(url);
  for (const [name, value] of author.cookies) visitor.cookies.set(name, value);
  return visitor;
}

async function makeFile(country: string): Promise<SentFile[]> {
  const { rows } = await staff.sql.query(
    `SELECT trim_scale(amount)::text AS amount, currency, source_id FROM price
     WHERE version_id = (SELECT max(id) FROM dataset_version) AND product = 'netflix-premium' AND country = $1 AND platform = 'web'`,
    [country],
  );
  const { amount, currency, source_id: source } = rows[0];
  const row = `netflix-premium,${country},web,monthly,${amount},${currency},2026-10-01,${source},https://example.com/`;
  return [{ name: "prices.csv", content: `${HEADER}\n${row}\n` }];
}

async function upload(visitor: Visitor, files: readonly SentFile[]): Promise<string> {
  const location = (await postUpload(visitor, files)).headers.get("location") ?? "";
  return /^\/admin\/changes\/(\d+)$/.exec(location)?.[1] ?? location;
}

type Served = Pick<ServerProcess, "url" | "child">;

const findWorker = async ({ child }: Served) =>
  (await listProcesses()).find(({ parent, command }) => parent === child.pid && command.includes("worker.mjs"))?.pid;

/** Freezes the process that works on a change set as soon as there is one. */
async function freeze(server: Served): Promise<number> {
  for (;;) {
    const pid = await findWorker(server);
    if (pid !== undefined) {
      process.kill(pid, "SIGSTOP");
      return pid;
    }
    await sleep(10);
  }
}

const begunAt = async (id: string) =>
  (await staff.sql.query("SELECT begun_at FROM change_set WHERE id = $1", [id])).rows[0].begun_at;

const EVIL: readonly (readonly [string, SentFile])[] = [
  [
    "one quoted record of 10,000 cells and 30,000 line breaks",
    { name: "q.csv", content: `${HEADER}\n${Array(10_000).fill('"\n\n\n"').join(",")}\n` },
  ],
  ["a date header of 60,000 blanks", { name: "blanks.csv", content: `Date${" ".repeat(60_000)}x,USD\n2026-10-01,1\n` }],
  [
    "9 MB of JSON",
    { name: "day.json", content: `{"date":"2026-10-01","usd":{${Array(600_000).fill('"eur":0.91').join(",")}}}` },
  ],
];

test.each(EVIL)("%s ends in a told fault, and pages are answered meanwhile", async (_name, file) => {
  const id = await upload(author, [file]);
  const settled = settle(staff, id);
  let isSettled = false;
  settled.finally(() => {
    isSettled = true;
  });
  const statuses = [];
  while (!isSettled) statuses.push((await fetch(`${staff.server.url}/services?q=${statuses.length}`)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await settled).preview).toMatchObject({ faults: { count: expect.any(Number) } });
  await author.open(`/admin/changes/${id}`);
  expect(author.text).toMatch(/faults?: /);
});

test("a check that freezes holds up nobody, shows that it runs, and is told as a failure when its time is over", async () => {
  await using hasty = await startHasty();
  const visitor = at(hasty);
  const id = await upload(visitor, await makeFile("TR"));
  await freeze(hasty);
  expect(await begunAt(id)).not.toBeNull();
  await visitor.open(`/admin/changes/${id}`);
  expect(visitor.text).toContain("Is being checked");
  expect((await fetch(`${hasty.url}/services/netflix`)).status).toBe(200);
  // Seen from another process too.
  await author.open(`/admin/changes/${id}`);
  expect(author.text).toContain("It is being checked.");
  expect(await settle(staff, id)).toMatchObject({
    state: "draft",
    failure: "The check took longer than twelve seconds. Nothing was changed; check it again.",
  });
  expect(await findWorker(hasty)).toBeUndefined();
  await author.open(`/admin/changes/${id}`);
  expect(author.text).toContain("The check took longer than twelve seconds.");
  await author.submit("Check it");
  expect((await settle(staff, id)).state).toBe("waiting");
});

test("one that waits in the database is ended there too, and one that is killed is told", async () => {
  await using hasty = await startHasty();
  const blocker = new Client({ connectionString: staff.databaseUrl });
  await blocker.connect();
  const files = await makeFile("DE");
  await blocker.query("BEGIN; LOCK TABLE observation IN ACCESS EXCLUSIVE MODE");
  const id = await upload(at(hasty), files);
  expect((await settle(staff, id)).failure).toContain("took longer than twelve seconds");
  const imports =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'price-atlas-import'";
  await expect.poll(async () => (await staff.sql.query(imports)).rowCount, { timeout: 30_000 }).toBe(0);
  await blocker.query("ROLLBACK");
  await blocker.end();

  const killed = await upload(author, files);
  const worker = await freeze(staff.server);
  await expect.poll(() => begunAt(killed)).not.toBeNull();
  process.kill(worker, "SIGKILL");
  expect((await settle(staff, killed)).failure).toBe(
    "The check failed on our side. Nothing was changed; check it again.",
  );
});

test("what a crash cut off is told after the next start, not begun again, and its process has ended", async () => {
  const approved = await uploadAndCheck(staff, author, await makeFile("FR"));
  const crashing = await startHasty({});
  const id = await upload(at(crashing), await makeFile("ES"));
  const worker = await freeze(crashing);
  await crashing.stop("SIGKILL");
  process.kill(worker, "SIGCONT");
  await expect.poll(async () => (await listProcesses()).some(({ pid }) => pid === worker)).toBe(false);
  await staff.sql.query("UPDATE change_set SET state = 'approved', begun_at = now() WHERE id = $1", [approved]);
  const versions = async () => (await staff.sql.query("SELECT count(*) FROM dataset_version")).rows[0].count;
  const before = await versions();

  await using next = await startHasty({});
  expect((await settle(staff, id)).failure).toBe("The check was cut off. Nothing was changed; check it again.");
  expect(await settle(staff, approved)).toMatchObject({
    state: "waiting",
    failure: "The publish was cut off. Nothing was changed; approve it again.",
  });
  expect(await findWorker(next)).toBeUndefined();
  expect(await versions()).toBe(before);
  const { rows } = await staff.sql.query(
    "SELECT actor FROM audit_event WHERE action = 'change.fail' AND target_id = $1",
    [approved],
  );
  expect(rows).toEqual([{ actor: "the desk" }]);
});

test("a process that is killed with twenty files in hand leaves them to another: the one that it checked is told, the rest are checked", async () => {
  const { rows } = await staff.sql.query(
    `SELECT country FROM price WHERE version_id = (SELECT max(id) FROM dataset_version) AND product = 'netflix-premium'
       AND platform = 'web' AND country NOT IN ('TR', 'DE', 'FR', 'ES', 'PL', 'IT') ORDER BY country LIMIT 20`,
  );
  const [first, ...others]: string[] = rows.map(({ country }) => country);
  const crashing = await startHasty({});
  const visitor = at(crashing);
  const inHand = await upload(visitor, await makeFile(first ?? ""));
  const worker = await freeze(crashing);
  await expect.poll(() => begunAt(inHand)).not.toBeNull();
  const waiting = [];
  for (const country of others) waiting.push(await upload(visitor, await makeFile(country)));
  expect(waiting).toHaveLength(19);
  await crashing.stop("SIGKILL");
  process.kill(worker, "SIGCONT");
  expect((await settle(staff, inHand)).failure).toBe("The check was cut off. Nothing was changed; check it again.");
  for (const id of waiting) expect(await settle(staff, id)).toMatchObject({ state: "waiting", failure: null });
  recordPromise({
    promise: "Process killed with files in hand: another tells what was cut off, and checks the rest",
    test: "tests/faults/change-set-process.test.ts",
    figure: `killed with 1 file begun and ${waiting.length} waiting: 1 told, ${waiting.length} checked`,
  });
});

test("under next start, without the launcher, files are checked in a process of their own too", async () => {
  const port = await findFreePort("127.0.0.1");
  const env = { DATABASE_URL: staff.databaseUrl, NEXTAUTH_SECRET: "a secret of the tests, long enough" };
  const args = ["node_modules/next/dist/bin/next", "start", "--port", String(port)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, NODE_ENV: "production", METRICS_PORT: "off", PORT: String(port) },
  });
  try {
    const server = { url: `http://localhost:${port}`, child };
    const isUp = () =>
      fetch(`${server.url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
    const id = await upload(at(server), await makeFile("PL"));
    process.kill(await freeze(server), "SIGCONT");
    expect((await settle(staff, id)).state).toBe("waiting");
  } finally {
    child.kill();
  }
});

test("a stop of the server ends what it works on; what is approved is published after the next start", async () => {
  const stopped = await startHasty({});
  const id = await uploadAndCheck(staff, author, await makeFile("IT"));
  const visitor = await at(stopped).open(`/admin/changes/${id}`);
  await visitor.submit("Decide", { decision: "approve" });
  await freeze(stopped);
  expect(await stopped.stop()).toBe(0);
  expect(await readChangeSet(staff, id)).toMatchObject({ state: "approved", failure: null, begun_at: null });
  await using _next = await startHasty({});
  expect((await settle(staff, id)).state).toBe("published");
});
