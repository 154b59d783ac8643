import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { handleApi } from "@/app/api/handle";
import { createKey } from "@/lib/access/keys/mutations";
import { storeReadings } from "@/lib/desk/collect/mutations";
import { Collected, DueReading } from "@/lib/desk/collect/schema";
import { closeDatabase } from "@/lib/platform/db";
import type { TestDatabase } from "../support/database";
import { importLaterReading, query } from "../support/import-cli";
import { newSender } from "../support/sender";
import { createDatabase } from "../support/server";
import { dayOfReadings } from "../support/test-days";

const Due = z.object({ data: z.array(DueReading) });
const Answer = z.object({ data: Collected });

let database: TestDatabase;
let collect = "";
let read = "";

beforeAll(async () => {
  database = await createDatabase("small");
  await importLaterReading(database.url);
  for (const [name, value] of Object.entries({ DATABASE_URL: database.url, LOG_LEVEL: "silent" }))
    vi.stubEnv(name, value);
  const make = (scope: "read" | "collect") =>
    createKey({ name: `to ${scope}`, owner: "tests", requests_per_minute: 1_000, scope }, { staffId: null });
  collect = (await make("collect")).token;
  read = (await make("read")).token;
});
afterAll(async () => {
  await closeDatabase();
  await database[Symbol.asyncDispose]();
});

const sql = (text: string, ...values: string[]) => query(database.url, text, values);

async function call(
  path: string,
  token: string | null,
  init: { method?: string; body?: BodyInit; headers?: Record<string, string> } = {},
) {
  const headers = { "x-forwarded-for": newSender(), ...(token !== null && { "x-api-key": token }), ...init.headers };
  const request = new Request(`http://localhost${path}`, Object.assign({ ...init, headers }, { duplex: "half" }));
  const response = await handleApi(request);
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const post = (body: BodyInit, token: string | null = collect, headers: Record<string, string> = {}) =>
  call("/api/readings", token, { method: "POST", body, headers });

type Reading = Record<string, string | number | null>;
const reading = (fields: Reading): Reading => ({
  platform: "ios",
  period: "monthly",
  observed_on: dayOfReadings(),
  source: "opentherank-2026-09-30",
  source_url: "https://shop.example/",
  ...fields,
});
const toLines = (readings: readonly Reading[]) => readings.map((one) => `${JSON.stringify(one)}\n`).join("");

test("nobody sends readings but a key that may collect, and the method is refused everywhere else", async () => {
  const body = toLines([reading({ product: "netflix", country: "US", amount: 9.99, currency: "USD" })]);
  const before = await sql("SELECT count(*) FROM change_set");
  expect([(await post(body, null)).status, (await post(body, read)).status]).toEqual([401, 403]);
  expect((await call("/api/collect", null)).status).toBe(401);
  expect((await call("/api/collect", read)).status).toBe(403);
  expect((await call("/api/readings", read)).status).toBe(403);
  const refused = await call("/api/prices", collect, { method: "POST", body });
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  expect(refused.body.detail).toContain("read-only");
  expect((await call("/api/prices?product=netflix", collect)).status).toBe(200);
  expect((await call("/api/readings", collect, { method: "PUT", body })).headers.get("allow")).toBe(
    "GET, HEAD, OPTIONS, POST",
  );
  expect(await sql("SELECT count(*) FROM change_set")).toEqual(before);
});

test("what is due is listed with what was read last, and sent back it waits for a person, published by no call", async () => {
  const { data: due } = Due.parse((await call("/api/collect?limit=5", collect)).body);
  expect(due).toHaveLength(5);
  const versions = await sql("SELECT count(*) FROM dataset_version");
  const [first] = await sql(
    "SELECT product, country, platform, period, trim_scale(amount)::text, currency FROM price WHERE platform = 'ios' AND version_id = (SELECT max(id) FROM dataset_version) ORDER BY product, country LIMIT 1",
  );
  const [product = "", country = "", , period = "", amount = "", currency = ""] = first ?? [];
  const sent = toLines([reading({ product, country, period, amount: Number(amount), currency })]);
  const answer = await post(sent, collect, { "Idempotency-Key": "first" });
  const { data } = Answer.parse(answer.body);
  expect([answer.status, data.state, data.n_faults]).toEqual([201, "waiting", 0]);
  expect(data.lines).toEqual({ added: 0, changed: 0, confirmed: 1, unchanged: 0 });
  expect(await sql("SELECT count(*) FROM dataset_version")).toEqual(versions);
  expect(await sql("SELECT origin, author, author_id FROM change_set WHERE id = $1", String(data.change_set))).toEqual([
    ["collect", "key to collect", "null"],
  ]);

  await sql("UPDATE change_set SET note = 'looked at' WHERE id = $1", String(data.change_set));
  const again = await post(sent, collect, { "Idempotency-Key": "first" });
  expect([again.status, again.body]).toEqual([200, answer.body]);
  const other = await post(toLines([reading({ product, country, amount: 1, currency })]), collect, {
    "Idempotency-Key": "first",
  });
  expect(other.status).toBe(409);
  const listed = await call("/api/readings", collect);
  expect(listed.body.data).toMatchObject([
    { change_set: data.change_set, state: "waiting", n_faults: 0, note: "looked at" },
  ]);
});

test("faults are told by the line that was sent, and later readings of the key take the place of the draft", async () => {
  const good = reading({ product: "netflix", country: "US", amount: 9.99, currency: "USD" });
  const body = [
    JSON.stringify(good),
    "",
    JSON.stringify({ ...good, product: "nonsense-x" }),
    JSON.stringify({ ...good, country: "XX" }),
    JSON.stringify({ ...good, colour: "red" }),
    '{"product": "netflix",',
    "[]",
    JSON.stringify({ ...good, amount: { value: 9 } }),
  ].join("\r\n");
  const { status, body: told } = await post(body);
  const { data } = Answer.parse(told);
  expect([status, data.state]).toEqual([201, "draft"]);
  expect(data.faults.map(({ line, column }) => [line, column])).toEqual([
    [3, "product"],
    [4, "country"],
    [5, "colour"],
    [6, null],
    [7, null],
    [8, null],
  ]);
  const unknown = Answer.parse((await post(toLines([{ ...good, product: "nonsense-x" }]))).body).data;
  expect(unknown.faults).toMatchObject([{ line: 1, column: "product" }]);
  const stateOf = (id: number) => sql("SELECT state FROM change_set WHERE id = $1", String(id));
  expect(await stateOf(data.change_set)).toEqual([["withdrawn"]]);

  await sql("UPDATE change_set SET preview = NULL, previewed_at = NULL WHERE id = $1", String(unknown.change_set));
  const claimed = toLines([
    { ...good, method: "staff" },
    { ...good, source: "desk" },
  ]);
  const repeat = async () => Answer.parse((await post(claimed, collect, { "Idempotency-Key": "claimed" })).body).data;
  const first = await repeat();
  expect(first.faults.map(({ line, column }) => [line, column])).toEqual(
    expect.arrayContaining([
      [1, "method"],
      [2, "source"],
    ]),
  );
  expect(first.faults.map(({ text }) => text).join()).toContain("the readings of people alone");
  expect(await stateOf(unknown.change_set)).toEqual([["draft"]]);

  await sql("UPDATE collection SET answer = NULL WHERE change_set_id = $1", String(first.change_set));
  await sql("UPDATE change_set SET preview = NULL, failure = 'Broke off' WHERE id = $1", String(first.change_set));
  expect(await repeat()).toEqual(first);
});

test("what is no reading, or too much, leaves nothing", async () => {
  const before = await sql("SELECT count(*) FROM change_set WHERE state <> 'withdrawn'");
  expect((await post("")).status).toBe(400);
  for (const key of ["ü", "x".repeat(256), "two words"])
    expect((await post("x", collect, { "Idempotency-Key": key })).status).toBe(400);
  const chunk = Buffer.from(`${" ".repeat(1_048_575)}\n`);
  let chunks = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      chunks += 1;
      controller.enqueue(chunk);
    },
  });
  expect((await post(endless)).status).toBe(413);
  expect(chunks).toBeLessThan(110);
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(chunk);
      controller.error(new Error("cut"));
    },
  });
  expect((await post(broken)).status).toBe(500);
  expect(await sql("SELECT count(*) FROM change_set WHERE state <> 'withdrawn'")).toEqual(before);
});

test("a key has at most 20 undecided drafts, counted one call after the other, and one file arriving at a time", async () => {
  const { key, token } = await createKey(
    { name: "busy", owner: "tests", requests_per_minute: 1_000, scope: "collect" },
    { staffId: null },
  );
  await sql(
    `WITH made AS (
       INSERT INTO change_set (title, origin, author) SELECT 'Readings', 'collect', 'key busy' FROM generate_series(1, 19) RETURNING id
     )
     INSERT INTO collection (change_set_id, key_id, sha256) SELECT id, $1::uuid, repeat('0', 64) FROM made`,
    key.id,
  );
  const sent = toLines([reading({ product: "netflix", country: "US", amount: 1, currency: "USD" })]);
  // Two processes have a place each.
  const store = () => {
    const content = new Blob([sent]).stream();
    return storeReadings({ key: { ...key, scope: "collect" }, address: "", idempotencyKey: null, content });
  };
  const stored = await Promise.all([store(), store()]);
  expect(stored.filter((one) => "id" in one)).toHaveLength(1);
  expect(stored.filter((one) => "kind" in one)).toMatchObject([{ kind: "conflict" }]);
  expect((await post(sent, token)).status).toBe(409);

  let finish = () => {};
  const slow = new ReadableStream({
    start(controller) {
      finish = () => controller.close();
    },
  });
  const first = post(slow);
  await expect.poll(async () => (await post(sent)).status).toBe(503);
  const refused = await post(sent);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
  finish();
  expect((await first).status).toBe(400);
});
