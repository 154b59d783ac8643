import type { ChildProcess } from "node:child_process";
import { Client } from "pg";
import { expect, test } from "vitest";
import { openLedger, PRICE_CORRECTION_HEADER, PRICE_HEADER, RATE_HEADER } from "@/tests/support/corrections";
import { scale } from "@/tests/support/fault-scale";
import { startImport } from "@/tests/support/import-cli";
import { type Mailbox, openMailbox, type ReceivedMail, SMTP_STEPS } from "@/tests/support/mailbox";
import { seedRandom, shuffle, TEST_SEED } from "@/tests/support/random";
import { recordPromise } from "@/tests/support/report-promise";
import { runScript, startScript } from "@/tests/support/run-script";
import { makeDataDir } from "@/tests/support/scratch";
import { addDays } from "@/tests/support/test-days";
import { listWaiting } from "@/tests/support/waiting-queries";

const PUBLISHES = scale(2_000, 8);
const FIRST_DAY = "2020-01-01";
const COUNTRIES = ["US", "DE", "TR"];
const NAMES: Readonly<Record<string, string>> = { US: "the United States", DE: "Germany", TR: "Türkiye" };
const CURRENCIES: Readonly<Record<string, string>> = { US: "USD", DE: "EUR", TR: "TRY" };
const AMOUNTS = [8, 9, 10, 11, 12];

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

type Ledger = Awaited<ReturnType<typeof openLedger>>;
type Reading = { day: string; amount: number | null };
type Told = { key: string; line: string; isCorrection: boolean };

/** A series as whoever writes its files knows it. */
type Series = { key: string; product: string; country: string; readings: Reading[] };

const newest = ({ readings }: Series) => readings.at(-1)?.amount ?? null;
const describeChange = ({ product, country }: Series, was: number, is: number) =>
  `${product.toUpperCase()} Pro in ${NAMES[country]}: ${was} to ${is}`;

test(`of ${PUBLISHES} drawn publishes each follower gets each change once, with kills at every step`, {
  timeout: 14_400_000,
}, async () => {
  await using ledger = await openLedger();
  await using mailbox = await openMailbox();
  const sql = new Client({ connectionString: ledger.url });
  await sql.connect();
  const sender = new Sender(ledger.url, mailbox);
  try {
    for (const follower of FOLLOWERS) await insertFollower(sql, follower);
    const random = seedRandom(TEST_SEED);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    const series = ["x", "y"].flatMap((product) =>
      COUNTRIES.map((country): Series => ({ key: `${product} ${country}`, product, country, readings: [] })),
    );
    const toldTo = new Map(FOLLOWERS.map(({ address }): [string, Set<string>] => [address, new Set()]));
    const sums = { publishes: 0, mails: 0, twice: 0, kills: 0, silent: 0 };
    await ledger.importFiles(
      [RATE_HEADER, `EUR,${FIRST_DAY},1.1,a`, `TRY,${FIRST_DAY},0.2,a`],
      [PRICE_HEADER, ...series.map((one) => read(one, FIRST_DAY, 10))],
    );
    const unmet: Kill[] = [...KILLS];
    for (let number = 1; number <= PUBLISHES || unmet.length > 0; number++) {
      const what = `publish ${number}, TEST_SEED=${TEST_SEED}`;
      const { files, told } = draw(series, addDays(FIRST_DAY, number), { random, pick });
      const expected = new Map<string, string[]>();
      for (const { address, products, country, isConfirmed } of FOLLOWERS) {
        const known = toldTo.get(address) ?? new Set();
        const due = told.filter(
          ({ key, isCorrection }) =>
            isConfirmed &&
            products.includes(key.slice(0, 1)) &&
            (country === null || key.endsWith(country)) &&
            (!isCorrection || known.has(key)),
        );
        for (const { key } of due) known.add(key);
        if (due.length > 0) expected.set(address, due.map(({ line }) => line).sort());
      }
      // Publishes with something to tell meet each kill, and then draw.
      const kill = expected.size === 0 ? null : (unmet.shift() ?? (random() < 0.25 ? pick(KILLS) : null));
      if (kill === "publish") await killPublish(ledger, sql, files);
      mailbox.received.length = 0;
      const { code, text } = await ledger.importFiles(...files);
      expect([code, text], what).toEqual([0, expect.anything()]);
      const isKilled = kill !== null && kill !== "publish";
      if (isKilled) await sender.killAt(kill, sql);
      await sender.start();
      await expect.poll(() => countUnsent(sql), { timeout: 60_000 }).toBe(0);

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
    const series: Series = { key: "x US", product: "x", country: "US", readings: [] };
    for (const number of [0, 1, 2]) await ledger.importPrices(read(series, addDays(FIRST_DAY, number), 10 + number));
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
    const [one]: Series[] = [{ key: "x US", product: "x", country: "US", readings: [] }];
    if (!one) throw new Error("no series");
    const dayOf = (number: number) => addDays(FIRST_DAY, number);
    await ledger.importPrices(read(one, dayOf(0), 10));
    await ledger.importPrices(read(one, dayOf(1), 12));
    await ledger.correct(correct(one, "withdraw", null));
    await ledger.importPrices(read(one, dayOf(2), 11));
    // A reading that is corrected before it is told is told as it is now.
    await ledger.correct(correct(one, "replace", 13));
    // Mails need no rows of versions.
    const env = { DATABASE_URL: ledger.url, EXPORT_DIR: scratch.dir };
    expect(await runScript("scripts/versions-prune.ts", ["--keep", "1"], env)).toMatch(/^[1-9]\d* versions pruned/m);
    await sender.start();
    const lines = () => mailbox.received.flatMap(readLines);
    await expect.poll(lines).toEqual([describeChange(one, 10, 13)]);
    await expect.poll(() => countUnsent(sql)).toBe(0);
    await ledger.correct(correct(one, "replace", 14));
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

type Draw = { random: () => number; pick: <T>(values: readonly T[]) => T };

/** Files of one publish, and what followers of all of it are told. */
function draw(series: readonly Series[], day: string, { random, pick }: Draw): { files: string[][]; told: Told[] } {
  const kind = random() < 0.6 ? "readings" : pick(["rates", "address", "amount", "withdrawal"] as const);
  const some = shuffle(series, random).slice(0, 1 + Math.floor(random() * 3));
  // A move of 30 percent and more, with the prices as they were.
  const rates = [
    RATE_HEADER,
    `EUR,${day},${(0.7 + random()).toFixed(4)},a`,
    `TRY,${day},${(0.1 + random()).toFixed(4)},a`,
  ];
  if (kind === "rates")
    return { files: [rates, [PRICE_HEADER, ...some.map((one) => read(one, day, newest(one)))]], told: [] };
  if (kind === "readings") {
    const told: Told[] = [];
    const rows = some.map((one) => {
      const was = newest(one);
      const is = random() < 0.15 ? null : pick(AMOUNTS);
      if (was !== null && is !== null && was !== is)
        told.push({ key: one.key, line: describeChange(one, was, is), isCorrection: false });
      return read(one, day, is);
    });
    return { files: [[PRICE_HEADER, ...rows], ...(random() < 0.3 ? [rates] : [])], told };
  }
  const one = some.find((each) => newest(each) !== null);
  const was = one && newest(one);
  if (one === undefined || was === null || was === undefined) return { files: [rates], told: [] };
  if (kind === "address") return { files: [[PRICE_CORRECTION_HEADER, correct(one, "replace", was)]], told: [] };
  const row = kind === "amount" ? correct(one, "replace", was + 1) : correct(one, "withdraw", null);
  const is = newest(one);
  const told =
    is === null || is === was
      ? []
      : [{ key: one.key, line: `corrected ${describeChange(one, was, is)}`, isCorrection: true }];
  return { files: [[PRICE_CORRECTION_HEADER, row]], told };
}

/** A reading as a line of a file. Null: no longer listed. */
function read(one: Series, day: string, amount: number | null): string {
  one.readings.push({ day, amount });
  const { product, country } = one;
  const price = amount === null ? "," : `${amount},${CURRENCIES[country]}`;
  return `${product},${country},ios,monthly,${price},${day},a,https://a.example/`;
}

let pages = 0;

/** Corrects the newest reading of a series, at another page each time. */
function correct(one: Series, action: "replace" | "withdraw", amount: number | null): string {
  const { day } = one.readings.pop() ?? { day: "" };
  if (action === "replace") one.readings.push({ day, amount });
  const price = amount === null ? "," : `${amount},${CURRENCIES[one.country]}`;
  const page = action === "replace" ? `a,https://a.example/${++pages}` : ",";
  return `${one.product},${one.country},ios,monthly,${day},${action},${price},source_error,,${page}`;
}

/** `X Pro in Germany: 12 to 10` of each App Store price that a mail tells, from its first lines. */
function readLines({ text }: ReceivedMail): string[] {
  const lines = [
    ...text.matchAll(/^(Corrected: )?(\w+ Pro in [\p{L} ]+?) \(App Store\): \D*([\d.]+), (?:was|not) \D*([\d.]+)/gmu),
  ];
  return lines
    .map(([, corrected, place, is, was]) => `${corrected ? "corrected " : ""}${place}: ${Number(was)} to ${Number(is)}`)
    .sort();
}

/** Ends an import while it writes its outbox: neither a version nor a mail is left. */
async function killPublish(ledger: Ledger, sql: Client, files: readonly (readonly string[])[]): Promise<void> {
  const state = "SELECT (SELECT max(id) FROM dataset_version) AS version, (SELECT count(*)::int FROM mail) AS mails";
  const before = (await sql.query(state)).rows;
  await sql.query("BEGIN; LOCK TABLE told_change IN EXCLUSIVE MODE");
  const paths = await ledger.write(files);
  const { child, ended } = startImport(ledger.url, ["--accept-outliers", ...paths]);
  await expect
    .poll(() => listWaiting(ledger.url), { timeout: 60_000 })
    .toContainEqual(expect.stringMatching(/told_change/));
  child.kill("SIGKILL");
  await ended;
  await sql.query("COMMIT");
  expect((await sql.query(state)).rows).toEqual(before);
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
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true);
    await this.stop();
    // PostgreSQL would carry out what it was asked before, although nobody waits for the answer.
    await sql.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'price-atlas-mails'",
    );
    await sql.query("COMMIT");
  }
}
