import type { ChildProcess } from "node:child_process";
import { Client } from "pg";
import { expect, test } from "vitest";
import { openLedger } from "@/tests/support/corrections";
import {
  correctRow,
  type DrawnChange,
  type DrawnSeries,
  drawPublish,
  FIRST_DAY,
  firstFiles,
  killPublish,
  makeSeries,
  readRow,
} from "@/tests/support/drawn-publishes";
import { scale } from "@/tests/support/fault-scale";
import { type Mailbox, openMailbox, type ReceivedMail, SMTP_STEPS } from "@/tests/support/mailbox";
import { seedRandom, TEST_SEED } from "@/tests/support/random";
import { recordPromise } from "@/tests/support/report-promise";
import { runScript, startScript } from "@/tests/support/run-script";
import { makeDataDir } from "@/tests/support/scratch";
import { addDays } from "@/tests/support/test-days";
import { listWaiting } from "@/tests/support/waiting-queries";

const PUBLISHES = scale(2_000, 8);
const NAMES: Readonly<Record<string, string>> = { US: "the United States", DE: "Germany", TR: "Türkiye" };

const describeChange = ({ product, country }: DrawnSeries, was: number, is: number) =>
  `${product.toUpperCase()} Pro in ${NAMES[country]}: ${was} to ${is}`;

/** Kills of the publish before and after its outbox, and of the sender at each step of a mail. */
const KILLS = ["publish", "begun", ...SMTP_STEPS, "recorded"] as const;
type Kill = (typeof KILLS)[number];
/** The server has the mail then, which the sender does not know. */
const SENT_AGAIN: readonly Kill[] = ["taken", "recorded"];

type Follower = { address: string; products: string[]; country: string | null; isConfirmed: boolean };
const FOLLOWERS: readonly Follower[] = [
  { address: "anywhere@example.org", products: ["x"], country: null, isConfirmed: true },
  { address: "germany@example.org", products: ["x"], country: "DE", isConfirmed: true },
  { address: "list@example.org", products: ["x", "y"], country: "US", isConfirmed: true },
  { address: "other@example.org", products: ["y"], country: "TR", isConfirmed: true },
  { address: "unconfirmed@example.org", products: ["x", "y"], country: null, isConfirmed: false },
];

test(`of ${PUBLISHES} drawn publishes each follower gets each change once, with kills at every step`, async () => {
  await using ledger = await openLedger();
  await using mailbox = await openMailbox();
  const sql = new Client({ connectionString: ledger.url });
  await sql.connect();
  const sender = new Sender(ledger.url, mailbox);
  try {
    for (const follower of FOLLOWERS) await insertFollower(sql, follower);
    const random = seedRandom(TEST_SEED);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    const series = makeSeries();
    const toldTo = new Map(FOLLOWERS.map(({ address }): [string, Set<string>] => [address, new Set()]));
    const sums = { publishes: 0, mails: 0, twice: 0, kills: 0, silent: 0 };
    await ledger.importFiles(...firstFiles(series));
    const unmet: Kill[] = [...KILLS];
    for (let number = 1; number <= PUBLISHES || unmet.length > 0; number++) {
      const what = `publish ${number}, TEST_SEED=${TEST_SEED}`;
      const { files, told } = drawPublish(series, addDays(FIRST_DAY, number), { random, pick });
      const expected = new Map<string, string[]>();
      for (const { address, products, country, isConfirmed } of FOLLOWERS) {
        const known = toldTo.get(address) ?? new Set();
        const due = told.filter(
          ({ series: { key }, isCorrection }) =>
            isConfirmed &&
            products.includes(key.slice(0, 1)) &&
            (country === null || key.endsWith(country)) &&
            (!isCorrection || known.has(key)),
        );
        for (const { series: one } of due) known.add(one.key);
        if (due.length > 0) expected.set(address, due.map(describeDrawn).sort());
      }
      // Publishes with something to tell meet each kill, and then draw.
      const kill = expected.size === 0 ? null : (unmet.shift() ?? (random() < 0.25 ? pick(KILLS) : null));
      if (kill === "publish") await killPublish(ledger, sql, files, { waitsFor: "told_change", outbox: "mail" });
      mailbox.received.length = 0;
      const { code, text } = await ledger.importFiles(...files);
      expect([code, text], what).toEqual([0, expect.anything()]);
      const isKilled = kill !== null && kill !== "publish";
      if (isKilled) await sender.killAt(kill, sql);
      await sender.start();
      await expect.poll(() => countUnsent(sql)).toBe(0);

      const ids = mailbox.received.map(({ headers }) => headers.get("message-id"));
      const once = mailbox.received.filter((_, at) => ids.indexOf(ids[at]) === at);
      const got = once.map((mail): [string, string[]] => [mail.to, readLines(mail)]);
      expect(
        got.sort(([a], [b]) => (a < b ? -1 : 1)),
        what,
      ).toEqual([...expected].sort(([a], [b]) => (a < b ? -1 : 1)));
      const isTwice = isKilled && SENT_AGAIN.includes(kill);
      expect(mailbox.received.length - once.length, `${what}, twice on the wire`).toBe(isTwice ? 1 : 0);
      for (const mail of mailbox.received)
        expect(mail.headers.get("list-unsubscribe")).toContain("/follow/stop/now?token=");
      sums.mails += once.length;
      sums.twice += isTwice ? 1 : 0;
      sums.kills += kill === null ? 0 : 1;
      sums.publishes += 1;
      sums.silent += expected.size === 0 ? 1 : 0;
    }
    expect(sender.output()).not.toContain("@example.org");
    recordPromise({
      promise: "Word by e-mail: each change to each follower, once",
      test: "tests/faults/mails.test.ts",
      figure: `${sums.publishes} publishes, ${sums.silent} of them without a change to tell, ${sums.kills} kills: ${sums.mails} mails, 0 false, 0 missing, 0 double; ${sums.twice} came again under their Message-ID, killed between the server's taking and our record`,
    });
  } finally {
    await sender.stop();
    await sql.end();
  }
});

test("two processes that send at once send each mail once, each at its turn", async () => {
  await using ledger = await openLedger();
  await using mailbox = await openMailbox();
  const sql = new Client({ connectionString: ledger.url });
  await sql.connect();
  const senders = [new Sender(ledger.url, mailbox), new Sender(ledger.url, mailbox)];
  try {
    const [one] = FOLLOWERS;
    const addresses = Array.from({ length: 40 }, (_, at) => `reader-${at}@example.org`);
    for (const address of addresses) if (one) await insertFollower(sql, { ...one, address });
    const series: DrawnSeries = { key: "x US", product: "x", country: "US", readings: [] };
    for (const number of [0, 1, 2]) await ledger.importPrices(readRow(series, addDays(FIRST_DAY, number), 10 + number));
    let most = 0;
    let open = 0;
    mailbox.at = async (step) => {
      if (step === "connected") most = Math.max(most, ++open);
      if (step === "taken") open -= 1;
    };
    for (const sender of senders) await sender.start();
    await expect.poll(() => countUnsent(sql)).toBe(0);
    const got = mailbox.received.map((mail) => `${mail.to} ${readLines(mail).join()}`).sort();
    const due = (was: number) => addresses.map((address) => `${address} ${describeChange(series, was, was + 1)}`);
    expect(got).toEqual([...due(10), ...due(11)].sort());
    expect(most).toBe(1);
  } finally {
    for (const sender of senders) await sender.stop();
    await sql.end();
  }
});

test("what a later version took back before it was sent is not told, and a correction is told to those who were told", async () => {
  await using scratch = await makeDataDir();
  await using ledger = await openLedger();
  await using mailbox = await openMailbox();
  const sql = new Client({ connectionString: ledger.url });
  await sql.connect();
  const sender = new Sender(ledger.url, mailbox);
  try {
    const [follower] = FOLLOWERS;
    if (follower) await insertFollower(sql, follower);
    const [one]: DrawnSeries[] = [{ key: "x US", product: "x", country: "US", readings: [] }];
    if (!one) throw new Error("no series");
    const dayOf = (number: number) => addDays(FIRST_DAY, number);
    await ledger.importPrices(readRow(one, dayOf(0), 10));
    await ledger.importPrices(readRow(one, dayOf(1), 12));
    await ledger.correct(correctRow(one, "withdraw", null));
    await ledger.importPrices(readRow(one, dayOf(2), 11));
    // A reading that is corrected before it is told is told as it is now.
    await ledger.correct(correctRow(one, "replace", 13));
    // Mails need no rows of versions.
    const env = { DATABASE_URL: ledger.url, EXPORT_DIR: scratch.dir };
    expect(await runScript("scripts/versions-prune.ts", ["--keep", "1"], env)).toMatch(/^[1-9]\d* versions pruned/m);
    await sender.start();
    const lines = () => mailbox.received.flatMap(readLines);
    await expect.poll(lines).toEqual([describeChange(one, 10, 13)]);
    await expect.poll(() => countUnsent(sql)).toBe(0);
    await ledger.correct(correctRow(one, "replace", 14));
    await expect.poll(lines).toEqual([describeChange(one, 10, 13), `corrected ${describeChange(one, 13, 14)}`]);
    await expect.poll(() => countUnsent(sql)).toBe(0);
    const { rows } = await sql.query("SELECT state, count(*)::int AS mails FROM mail GROUP BY state ORDER BY state");
    expect(rows).toEqual([
      { state: "empty", mails: 3 },
      { state: "sent", mails: 2 },
    ]);
  } finally {
    await sender.stop();
    await sql.end();
  }
});

const describeDrawn = ({ series, was, is, isCorrection }: DrawnChange) =>
  `${isCorrection ? "corrected " : ""}${describeChange(series, was, is)}`;

async function insertFollower(sql: Client, { address, products, country, isConfirmed }: Follower): Promise<void> {
  await sql.query(
    `WITH made AS (INSERT INTO subscriber (address) VALUES ($1) RETURNING id)
     INSERT INTO follow (subscriber_id, products, country, asked_at, confirmed_at)
     SELECT id, $2, $3, '2020-01-01', $4 FROM made`,
    [address, products, country, isConfirmed ? "2020-01-01" : null],
  );
}

const countUnsent = async (sql: Client) =>
  (await sql.query("SELECT count(*)::int AS n FROM mail WHERE state IN ('waiting', 'sending')")).rows[0].n;

/** `X Pro in Germany: 12 to 10` of each App Store price that a mail tells, from its first lines. */
function readLines({ text }: ReceivedMail): string[] {
  const lines = [
    ...text.matchAll(/^(Corrected: )?(\w+ Pro in [\p{L} ]+?) \(App Store\): \D*([\d.]+), (?:was|not) \D*([\d.]+)/gmu),
  ];
  return lines
    .map(([, corrected, place, is, was]) => `${corrected ? "corrected " : ""}${place}: ${Number(was)} to ${Number(is)}`)
    .sort();
}

/** The process that sends, and its end at a step. */
class Sender {
  #running: { child: ChildProcess; ended: Promise<{ stdout: string; stderr: string }> } | null = null;
  #output = "";

  constructor(
    readonly databaseUrl: string,
    readonly mailbox: Mailbox,
  ) {}

  output = () => this.#output;

  async start(): Promise<void> {
    this.#running ??= startScript("tests/support/send-mails.ts", [], {
      DATABASE_URL: this.databaseUrl,
      SMTP_URL: this.mailbox.url,
      MAIL_FROM: "prices@example.com",
      MAILS_PER_MINUTE: "60000",
      PUBLIC_URL: "http://prices.example",
      LOG_LEVEL: "trace",
    });
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    running?.child.kill("SIGKILL");
    const { stdout = "", stderr = "" } = (await running?.ended) ?? {};
    this.#output += stdout + stderr;
  }

  /** Has it send, and kills it once: at a step of SMTP, or at the statement before or after one. */
  async killAt(kill: Kill, sql: Client): Promise<void> {
    if (kill === "begun" || kill === "recorded") return this.#killAtStatement(kill, sql);
    const killed = new Promise<void>((resolve) => {
      this.mailbox.at = async (step) => {
        if (step !== kill) return;
        this.mailbox.at = async () => {};
        await this.stop();
        resolve();
      };
    });
    await this.start();
    await killed;
  }

  async #killAtStatement(kill: "begun" | "recorded", sql: Client): Promise<void> {
    const isWaiting = async () => (await listWaiting(this.databaseUrl)).some((text) => /mail/.test(text));
    if (kill === "begun") {
      await sql.query("BEGIN; LOCK TABLE mail_link IN EXCLUSIVE MODE");
      await this.start();
    } else {
      // The mail is at the server, and what is recorded of it waits.
      const taken = new Promise<void>((resolve) => {
        this.mailbox.at = async (step) => {
          if (step !== "taken") return;
          this.mailbox.at = async () => {};
          await sql.query("BEGIN; LOCK TABLE mail IN EXCLUSIVE MODE");
          resolve();
        };
      });
      await this.start();
      await taken;
    }
    await expect.poll(isWaiting).toBe(true);
    await this.stop();
    // PostgreSQL would carry out what it was asked before, although nobody waits for the answer.
    await sql.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'price-atlas-mails'",
    );
    await sql.query("COMMIT");
  }
}
