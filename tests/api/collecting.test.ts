import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import BigJs from "big.js";
import type { ClientBase } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { importFiles } from "@/lib/import/import-files";
import { listOffers, listProducts, startShops } from "@/tests/stand-ins/shops";
import { sendPatiently } from "@/tests/support/api";
import { readChangeSet, settle, uploadAndCheck } from "@/tests/support/desk";
import { makeFolder } from "@/tests/support/import-cli";
import { chooseRates, readCsv, recomputeIndex, toMonth } from "@/tests/support/recompute-index";
import { runScript } from "@/tests/support/run-script";
import { type OwnStaffServer, startStaffServer } from "@/tests/support/staff";
import { addDays, NEWEST_DAY, timeOfReadings } from "@/tests/support/test-days";
import { Visitor } from "@/tests/support/visitor";

const Big = BigJs();
const GUIDE = readFileSync("docs/collecting.md", "utf8");
const GOOD = ["table", "json", "bare", "changing"] as const;
const OUR_SOURCE = "stand-in-shops";
/** Days of the bundled prices: no clock runs before them. */
const DAY = addDays(NEWEST_DAY, -1);
const NEXT_DAY = NEWEST_DAY;

const Sent = z.object({
  data: z.object({
    change_set: z.int(),
    state: z.string(),
    lines: z.object({ added: z.int(), changed: z.int(), confirmed: z.int(), unchanged: z.int() }),
    reasons: z.array(z.string()),
    n_faults: z.int(),
    faults: z.array(z.object({ line: z.int(), column: z.string().nullable(), text: z.string() })),
  }),
});
type Sent = z.infer<typeof Sent>["data"];

let shops: Awaited<ReturnType<typeof startShops>>;
/** A shop that serves its own readings, as a file of our format. */
const file = { content: "" };
const publisher = createServer((_, response) => void response.end(file.content)).unref();
let publisherUrl = "";
let staff: OwnStaffServer;
let author: Visitor;
let other: Visitor;
let sources = "";

beforeAll(async () => {
  shops = await startShops();
  await new Promise<void>((resolve) => publisher.listen(0, "127.0.0.1", resolve));
  publisherUrl = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;
  staff = await startStaffServer({ REFRESH_ALLOW_HOSTS: new URL(publisherUrl).host }, "small");
  await staff.list("author@example.com", "owner");
  await staff.list("other@example.com", "owner");
  author = await staff.enter("author@example.com");
  other = await staff.enter("other@example.com");
  sources = readFileSync("examples/collector/sources.csv", "utf8").replace(/http:[^,]+/, publisherUrl);
});
afterAll(async () => {
  shops.stop();
  publisher.close();
  await staff.stop();
});

async function publish(id: string): Promise<void> {
  await other.open(`/admin/changes/${id}`);
  await other.submit("Decide", { decision: "approve" });
  expect(await settle(staff, id)).toMatchObject({ state: "published", approver: "other@example.com" });
}

async function makeKey(name: string): Promise<string> {
  const args = ["--name", name, "--limit", "600", "--collect"];
  return (await runScript("scripts/keys-create.ts", args, { DATABASE_URL: staff.databaseUrl })).trim();
}

/** The command of the guide that names these shops. */
function commandOf(...names: readonly string[]): string[] {
  const [, words] = new RegExp(`node (examples/collector/\\S+ ${names.join(" ")})\`?$`, "m").exec(GUIDE) ?? [];
  if (words === undefined) throw new Error(`docs/collecting.md does not say how to read ${names}`);
  return words.split(" ");
}

async function collect(key: string, day: string, args: readonly string[]): Promise<Sent> {
  const env = {
    NODE_ENV: "production" as const,
    ATLAS: staff.server.url,
    ATLAS_KEY: key,
    SHOPS: shops.url,
    DAY: day,
    PAUSE_MS: "0",
  };
  const text = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, args, { env, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${stderr}\n${stdout}`)),
    ),
  );
  return Sent.parse(JSON.parse(text)).data;
}

const visitor = () => new Visitor(staff.server.url);
async function download(dataset: string) {
  const { status, text } = await sendPatiently("GET", `/api/export/${dataset}.csv`, { base: staff.server.url });
  if (status !== 200) throw new Error(`${dataset}: ${status} ${text.slice(0, 200)}`);
  return readCsv(text);
}

/** What the shops take, with no line of the product's code. */
const offers = GOOD.flatMap((shop) =>
  listProducts(shop).flatMap((product) => (listOffers(shop, product) ?? []).map((offer) => ({ product, ...offer }))),
);

test("a stranger follows docs/collecting.md: 500 readings of 25 countries on API, page, feed and index", async () => {
  expect(GUIDE).toContain("examples/collector/sources.csv");
  await publish(await uploadAndCheck(staff, author, [{ name: "sources.csv", content: sources }]));
  const sent = await collect(await makeKey("Stranger"), DAY, commandOf(...GOOD));
  expect(sent).toMatchObject({ state: "waiting", n_faults: 0, lines: { confirmed: 0, unchanged: 0 } });
  expect(sent.lines.added + sent.lines.changed).toBe(500);
  await publish(String(sent.change_set));
  const { rows: versions } = await staff.sql.query("SELECT version FROM dataset_version ORDER BY id DESC LIMIT 1");
  const served = async () => (await visitor().request("GET", "/api/health")).body;
  await expect.poll(served).toMatchObject({ dataset_version: versions[0].version });

  const [prices, products, rates] = await Promise.all(["prices", "products", "rates"].map(download));
  const exported = { prices: prices ?? [], products: products ?? [], rates: rates ?? [] };
  const { fxDate, figures } = recomputeIndex(exported);
  const perUnit = chooseRates(exported.rates, fxDate);
  const expected = offers.map(({ product, country, currency, amount }) => {
    const usd = toMonth(Big(amount).times(perUnit.get(currency) ?? 0), "monthly");
    return [product, country, amount.toFixed(2), currency, usd.round(4, Big.roundHalfEven).toNumber()].join(" ");
  });
  expect([expected.length, new Set(offers.map(({ country }) => country)).size]).toEqual([500, 25]);
  const ours = exported.prices.filter(({ source }) => source === OUR_SOURCE);
  expect(
    ours
      .map(({ product, country, amount, currency, usd_monthly: usd }) =>
        [product, country, Number(amount).toFixed(2), currency, Number(usd)].join(" "),
      )
      .sort(),
  ).toEqual(expected.sort());
  expect([...new Set(ours.map(({ verified_on: day, method }) => `${day} ${method}`))]).toEqual([`${DAY} page`]);

  const index = await download("index");
  expect(index.map(({ country }) => country)).toEqual([...figures.keys()]);
  const numbers = ["index_pct_vs_us", "index_n_products", "index_model_value", "index_model_low", "index_model_high"];
  for (const row of index)
    for (const name of numbers)
      expect([name, Number(row[name])]).toEqual([name, figures.get(row.country ?? "")?.[name]]);

  const page = (await visitor().open("/services/anghami")).text;
  for (const { product, currency, amount } of offers)
    if (product === "anghami" && currency === "EUR") expect(page).toContain(`EUR ${amount.toFixed(2)}`);
  const Feed = z.object({ items: z.array(z.object({ title: z.string() })) });
  const { items } = Feed.parse((await visitor().request("GET", "/feed.json?product=netflix&country=DE")).body);
  const german = offers.find(({ product, country }) => product === "netflix" && country === "DE");
  expect(items[0]?.title.replace(/\s/g, " ")).toContain(`EUR ${german?.amount.toFixed(2)}, was EUR`);
});

test("a shop that lies waits for a second person; one that blocks, or whose pages changed, is told at the desk in words, and nothing is written", async () => {
  const key = await makeKey("Reader of bad shops");
  const written = () => staff.sql.query("SELECT count(*) FROM observation").then(({ rows }) => rows[0].count);
  const before = await written();
  const lying = await collect(key, NEXT_DAY, commandOf("lying"));
  expect([lying.state, lying.lines.changed]).toEqual(["waiting", 50]);
  expect(lying.reasons.join(" ")).toContain("50 prices move by more than a factor of 5");

  const toldOf = async (name: string) => {
    const { state, change_set: id, faults } = await collect(key, NEXT_DAY, ["examples/collector/collect.mjs", name]);
    expect([name, state, faults.map(({ column }) => column)]).toEqual([name, "draft", ["problem"]]);
    const [{ text, line } = { text: "", line: 0 }] = faults;
    await author.open("/admin/desk");
    expect(author.text).toContain(text);
    await author.open(`/admin/changes/${id}`);
    expect(author.text).toContain(text);
    expect(author.html).not.toContain('value="approve"');
    return { text, line };
  };
  const blocked = await toldOf("blocking");
  expect(blocked.text).toMatch(/blocking: http\S+ answered 429$/);
  expect(blocked.line).toBe(10 * 25 + 1);
  const silent = await toldOf("silent");
  expect(silent.text).toContain("does not say for how long it is");
  await fetch(`${shops.url}/next-day`, { method: "POST" });
  const changed = await toldOf("changing");
  expect(changed.text).toContain("its markup has changed");

  expect(await written()).toBe(before);
  expect((await readChangeSet(staff, String(lying.change_set))).state).toBe("waiting");
});

const READ_AGAIN = [
  { product: "anghami", country: "DE", amount: "5.49", currency: "EUR", quote: "5,49 EUR / month" },
  { product: "anghami", country: "TR", amount: "179.99", currency: "TRY", quote: "179,99 TRY / month" },
  { product: "canva", country: "US", amount: "17.49", currency: "USD", quote: "17.49 USD / month" },
].map((reading) => ({
  ...reading,
  platform: "web",
  period: "monthly",
  observed_on: NEXT_DAY,
  source: OUR_SOURCE,
  source_url: "https://shop.example/",
}));
const COLUMNS = Object.keys({ ...READ_AGAIN[0] }) as (keyof (typeof READ_AGAIN)[number])[];
const toCsv = () =>
  [
    [...COLUMNS, "method"].join(),
    ...READ_AGAIN.map((row) => [...COLUMNS.map((name) => `"${row[name]}"`), "page"].join()),
  ].join("\n");
const toNdjson = () => READ_AGAIN.map((row) => `${JSON.stringify({ ...row, method: "page" })}\n`).join("");

const doors = {
  async form() {
    await author.open("/admin/verify/price");
    for (const { product, country, quote } of READ_AGAIN) {
      const fields = {
        product,
        country,
        store: "web",
        amount: quote,
        day: NEXT_DAY,
        source: OUR_SOURCE,
        source_url: "https://shop.example/",
      };
      await author.submit("One price", fields);
      await author.submit("One price", fields);
    }
    const { rows } = await staff.sql.query("SELECT max(id)::text AS id FROM change_set WHERE origin = 'desk'");
    await author.open(`/admin/changes/${rows[0].id}`);
    await author.submit("Check it");
    return rows[0].id as string;
  },
  file: () =>
    uploadAndCheck(staff, author, [
      { name: "sources.csv", content: sources },
      { name: "prices.csv", content: toCsv() },
    ]),
  async source() {
    file.content = toNdjson();
    const address = `${publisherUrl}/readings.ndjson`;
    const [{ id = "", name = "", publisher: by = "", license = "", attribution = "" } = {}] = readCsv(sources);
    await author.open("/admin/desk");
    await author.submit("Add a source", { id, name, publisher: by, license, attribution, address, cadence_days: "7" });
    // Said what it serves, it is sent again.
    await author.submit("Add a source");
    await other.open("/admin/desk");
    await other.submit(`New address of ${name}`);
    await other.submit(`Read ${name} now`);
    const find = async () =>
      (await staff.sql.query("SELECT id::text FROM change_set WHERE feed_id = $1", [OUR_SOURCE])).rows[0]?.id;
    await expect.poll(find).toBeDefined();
    return find() as Promise<string>;
  },
  async key() {
    const response = await fetch(`${staff.server.url}/api/readings`, {
      method: "POST",
      headers: { "x-api-key": await makeKey("Reader") },
      body: toNdjson(),
    });
    return String(Sent.parse(await response.json()).data.change_set);
  },
};

const TABLES = ["price", "product", "country", "category", "level_difference", "price_change"];
const SELECTED = {
  ...Object.fromEntries(TABLES.map((table) => [table, `SELECT * FROM ${table} WHERE version_id = $1`])),
  // Those that something was read from: the form brings along the description of the desk.
  source: "SELECT * FROM source WHERE version_id = $1 AND observations > 0",
  observation: "SELECT (to_jsonb(o) - 'id') AS reading FROM observation o WHERE recorded_in = $1",
};
/** The number of the version, and who read it. */
const OWN = ["version_id", "recorded_in", "method"];

/** Rows of the version that publishing the files of a change set makes, and the readings that it writes. */
async function readVersionOf(id: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await using folder = await makeFolder();
  const paths: string[] = [];
  await author.open(`/admin/changes/${id}`);
  for (const [href, name] of [
    ...author.html.matchAll(/href="(\/admin\/changes\/\d+\/files\/\d+)" download="([^"]+)"/g),
  ].map(([, address = "", given = ""]) => [address, given] as const))
    paths.push(await folder.write(name, (await author.request("GET", href)).bytes));
  const { rows } = await staff.sql.query<{ origin: string; feed_id: string | null }>(
    "SELECT origin, feed_id FROM change_set WHERE id = $1",
    [id],
  );
  const [{ origin, feed_id: feedId } = { origin: "", feed_id: null }] = rows;
  await importFiles({
    connectionString: staff.databaseUrl,
    files: paths,
    importedBy: "test",
    people: origin === "upload" ? {} : undefined,
    feedId,
    isOfProgram: origin === "refresh" || origin === "collect",
    holdsRates: true,
    acceptsOutliers: true,
    isDryRun: true,
    now: timeOfReadings(),
    record: async (client, { published }) => {
      for (const [table, select] of Object.entries(SELECTED))
        found[table] = await readRows(client, select, published?.id);
    },
  });
  return found;
}

async function readRows(client: ClientBase, select: string, id: unknown): Promise<string[]> {
  const { rows } = await client.query<Record<string, unknown>>(select, [id]);
  return rows.map((row) => JSON.stringify(row, (name, value) => (OWN.includes(name) ? undefined : value))).sort();
}

test("the same readings by form, file, source and key make the same version, row for row, but for who read them", async () => {
  const versions = new Map<string, Record<string, string[]>>();
  for (const [door, send] of Object.entries(doors)) {
    const id = await send();
    expect([door, (await settle(staff, id)).state]).toEqual([door, "waiting"]);
    versions.set(door, await readVersionOf(id));
  }
  const { form, ...others } = Object.fromEntries(versions);
  expect(form?.observation).toHaveLength(READ_AGAIN.length);
  for (const [door, tables] of Object.entries(others))
    for (const [table, rows] of Object.entries(tables))
      expect([door, table, rows.filter((row) => !form?.[table]?.includes(row)), rows.length]).toEqual([
        door,
        table,
        [],
        form?.[table]?.length,
      ]);
});
