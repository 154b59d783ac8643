import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { z } from "zod";
import { openLedger } from "@/tests/support/corrections";
import {
  type DrawnChange,
  drawPublish,
  FIRST_DAY,
  firstFiles,
  killPublish,
  makeSeries,
} from "@/tests/support/drawn-publishes";
import { scale } from "@/tests/support/fault-scale";
import { seedRandom, TEST_SEED } from "@/tests/support/random";
import { openReceiver, type ReceivedPost, type Receiver } from "@/tests/support/receiver";
import { recordPromise } from "@/tests/support/report-promise";
import { startScript } from "@/tests/support/run-script";
import { addDays } from "@/tests/support/test-days";
import { listWaiting } from "@/tests/support/waiting-queries";

const PUBLISHES = scale(2_000, 8);

/** Kills of the publish before its outbox is written, and of the sender: as a post begins, as it is there, as it is recorded. */
const KILLS = ["publish", "begun", "taken", "recorded"] as const;
type Kill = (typeof KILLS)[number];

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const HOOKS = [
  { path: "/one", kinds: [] },
  { path: "/two", kinds: [] },
  // Nothing that is drawn is new.
  { path: "/added", kinds: ["added"] },
];

const Price = z.object({ amount: z.number() });
const Body = z.object({
  data: z.array(z.object({ key: z.object({ product: z.string(), country: z.string() }), before: Price, after: Price })),
});

test(`of ${PUBLISHES} drawn publishes each webhook gets each change once, with kills at every step`, async () => {
  await using ledger = await openLedger();
  await using receiver = await openReceiver();
  const sql = new Client({ connectionString: ledger.url });
  await sql.connect();
  const sender = new Sender(ledger.url, receiver);
  try {
    const random = seedRandom(TEST_SEED);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    const series = makeSeries();
    await ledger.importFiles(...firstFiles(series));
    for (const hook of HOOKS) await insertWebhook(sql, receiver.host, hook);
    const sums = { publishes: 0, posts: 0, twice: 0, kills: 0, silent: 0 };
    const unmet: Kill[] = [...KILLS];
    for (let number = 1; number <= PUBLISHES || unmet.length > 0; number++) {
      const what = `publish ${number}, TEST_SEED=${TEST_SEED}`;
      const { files, told } = drawPublish(series, addDays(FIRST_DAY, number), { random, pick });
      const lines = told.filter(({ isCorrection }) => !isCorrection).map(describeDrawn);
      const expected = lines.length === 0 ? [] : ["/one", "/two"].map((path) => [path, lines.sort()]);
      // Publishes with something to tell meet each kill, and then draw.
      const kill = lines.length === 0 ? null : (unmet.shift() ?? (random() < 0.25 ? pick(KILLS) : null));
      if (kill === "publish")
        await killPublish(ledger, sql, files, { waitsFor: "webhook_delivery", outbox: "webhook_delivery" });
      receiver.received.length = 0;
      const { code, text } = await ledger.importFiles(...files);
      expect([code, text], what).toEqual([0, expect.anything()]);
      const isKilled = kill !== null && kill !== "publish";
      if (isKilled) await sender.killAt(kill, sql);
      await sender.start();
      await expect.poll(() => countWaiting(sql)).toBe(0);

      const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
      const once = receiver.received.filter((_, at) => ids.indexOf(ids[at]) === at);
      expect(once.map(readPost).sort(), what).toEqual(expected);
      // Both webhooks are sent to at once: a kill at a step of one may meet the other at any.
      const twice = receiver.received.length - once.length;
      const may = kill === null || kill === "publish" ? [0] : kill === "begun" ? [0, 1] : [1, 2];
      expect(may, `${what}, twice on the wire`).toContain(twice);
      sums.posts += once.length;
      sums.twice += twice;
      sums.kills += kill === null ? 0 : 1;
      sums.publishes += 1;
      sums.silent += lines.length === 0 ? 1 : 0;
    }
    recordPromise({
      promise: "Webhooks: each change to each of them, once",
      test: "tests/faults/webhooks.test.ts",
      figure: `${sums.publishes} publishes, ${sums.silent} of them without a change to tell, ${sums.kills} kills: ${sums.posts} posts, 0 false, 0 missing, 0 double; ${sums.twice} came again under their id, killed between the receiver's taking and our record`,
    });
  } finally {
    await sender.stop();
    await sql.end();
  }
});

const describeDrawn = ({ series, was, is }: DrawnChange) => `${series.key}: ${was} to ${is}`;

/** Path and changes of a post, whose signature is checked. */
function readPost({ path, headers, body }: ReceivedPost): [string, string[]] {
  new Webhook(SECRET).verify(body, headers);
  const { data } = Body.parse(JSON.parse(body));
  const lines = data.map(
    ({ key, before, after }) => `${key.product} ${key.country}: ${before.amount} to ${after.amount}`,
  );
  return [path, lines.sort()];
}

async function insertWebhook(sql: Client, host: string, { path, kinds }: (typeof HOOKS)[number]): Promise<void> {
  const id = randomUUID();
  await sql.query("INSERT INTO api_key (id, name, owner, requests_per_minute) VALUES ($1, $2, 'tests', 600)", [
    id,
    path,
  ]);
  await sql.query("INSERT INTO webhook (key_id, address, kinds, secret) VALUES ($1, $2, $3, $4)", [
    id,
    `http://${host}${path}`,
    kinds,
    SECRET,
  ]);
}

const countWaiting = async (sql: Client) =>
  (await sql.query("SELECT count(*)::int AS n FROM webhook_delivery WHERE state = 'waiting'")).rows[0].n;

/** The process that sends, and its end at a step. */
class Sender {
  #child: ChildProcess | null = null;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(
    readonly databaseUrl: string,
    readonly receiver: Receiver,
  ) {}

  async start(): Promise<void> {
    if (this.#child !== null) return;
    const { child, ended } = startScript("tests/support/send-webhooks.ts", [], {
      DATABASE_URL: this.databaseUrl,
      REFRESH_ALLOW_HOSTS: this.receiver.host,
      PUBLIC_URL: "http://prices.example",
    });
    this.#child = child;
    this.#ended = ended;
  }

  async stop(): Promise<void> {
    this.#child?.kill("SIGKILL");
    this.#child = null;
    await this.#ended;
  }

  /** Has it send, and kills it once. */
  async killAt(kill: Exclude<Kill, "publish">, sql: Client): Promise<void> {
    const step = kill === "begun" ? "begun" : "taken";
    const reached = new Promise<void>((resolve) => {
      this.receiver.at = async (at) => {
        if (at !== step) return;
        this.receiver.at = async () => {};
        if (kill === "recorded") await sql.query("BEGIN; LOCK TABLE webhook_delivery IN EXCLUSIVE MODE");
        else await this.stop();
        resolve();
      };
    });
    await this.start();
    await reached;
    if (kill !== "recorded") return;
    const isWaiting = async () =>
      (await listWaiting(this.databaseUrl)).some((text) => text.includes("webhook_delivery"));
    await expect.poll(isWaiting).toBe(true);
    await this.stop();
    // PostgreSQL would carry out what it was asked before, although nobody waits for the answer.
    await sql.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'price-atlas-webhooks'",
    );
    await sql.query("COMMIT");
  }
}
