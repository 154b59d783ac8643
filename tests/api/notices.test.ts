import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type NoticeKind, notices } from "@/lib/platform/notices";
import { repeat } from "@/lib/platform/repeat";
import { execute, type TestDatabase } from "@/tests/support/database";
import { query } from "@/tests/support/import-cli";
import { recordPromise } from "@/tests/support/report-promise";
import { createDatabase } from "@/tests/support/server";

/** Longer than a test: whoever works again was woken. */
const NEVER_MS = 3_600_000;

const WRITES = [
  ["version", "UPDATE dataset_version SET redacted = redacted"],
  ["report", "UPDATE price_report SET changed_at = now()"],
  ["mail", "INSERT INTO mail (subscriber_id, at, due_at) SELECT id, now(), now() FROM subscriber"],
  ["mail", "UPDATE mail SET due_at = now()"],
  ["webhook", "INSERT INTO webhook_delivery (key_id, at, due_at) SELECT key_id, now(), now() FROM webhook"],
  ["webhook", "UPDATE webhook_delivery SET due_at = now()"],
] as const satisfies [NoticeKind, string][];

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase("small");
  vi.stubEnv("DATABASE_URL", database.url);
  await new Promise<void>((resolve) => {
    const end = notices().subscribe("version", () => resolve(void end()));
    notices().start();
  });
});
afterAll(async () => {
  notices().stop();
  await database[Symbol.asyncDispose]();
});

async function findListener(): Promise<string[]> {
  const listening = "datname = current_database() AND application_name = 'price-atlas-notices'";
  const listed = await query(
    database.url,
    `SELECT pid::text FROM pg_stat_activity WHERE ${listening} AND state = 'idle'`,
  );
  return listed.flat();
}

/** Counts turns of work that waits for a notice. */
function countTurns(notice: NoticeKind) {
  let turns = 0;
  const work = async () => {
    turns++;
  };
  const end = repeat(work, NEVER_MS, { wokenBy: notice });
  return { turns: () => turns, [Symbol.dispose]: end };
}

test.each(WRITES)("%s: whoever waits is woken by %s, once it is committed", async (notice, write) => {
  using counted = countTurns(notice);
  using later = countTurns(notice === "mail" ? "version" : "mail");
  await execute(database.url, `BEGIN; ${write}; ROLLBACK`);
  await execute(database.url, `BEGIN; ${write}; ${write}; COMMIT`);
  await execute(database.url, notice === "mail" ? WRITES[0][1] : WRITES[3][1]);
  await expect.poll(later.turns).toBe(1);
  expect(counted.turns()).toBe(1);
});

test("a listener whose connection is killed is back, looks for what it missed, and wakes", async () => {
  using counted = countTurns("report");
  const [killed = ""] = await findListener();
  const started = performance.now();
  await execute(database.url, `SELECT pg_terminate_backend(${killed})`);
  await expect.poll(counted.turns).toBe(1);
  expect(await findListener()).not.toContain(killed);
  await execute(database.url, "UPDATE price_report SET changed_at = now()");
  await expect.poll(counted.turns).toBe(2);
  recordPromise({
    promise: "Told of what was written: a listener whose connection is killed is back, and wakes those who wait",
    test: "tests/api/notices.test.ts",
    figure: `1 connection killed: looked for what was missed, and told of the next write, within ${Math.round(performance.now() - started)} ms`,
  });
});

test("what comes during a turn has another one follow, and a wait after a failure is not cut short", async () => {
  const turns: { end: () => void; fail: () => void }[] = [];
  const work = () => new Promise<void>((end, fail) => turns.push({ end, fail: () => fail(new Error("away")) }));
  const stop = repeat(work, NEVER_MS, { isNow: true, wokenBy: "mail" });
  using heard = countTurns("mail");
  const tell = async () => {
    const before = heard.turns();
    await execute(database.url, "UPDATE mail SET due_at = now()");
    await expect.poll(heard.turns).toBe(before + 1);
  };
  try {
    expect(turns).toHaveLength(1);
    await tell();
    await tell();
    expect(turns).toHaveLength(1);
    turns[0]?.end();
    await expect.poll(() => turns.length).toBe(2);
    await tell();
    turns[1]?.fail();
    await tell();
    expect(turns).toHaveLength(2);
  } finally {
    stop();
  }
});
