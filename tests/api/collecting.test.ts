import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import BigJs from "big.js";
import type { ClientBase } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { Collected } from "@/lib/desk/collect/schema";
import { importFiles } from "@/lib/import/import-files";
import { countWord } from "@/lib/text/words";
import { listOffers, listProducts, startShops } from "@/tests/stand-ins/shops";
import { sendPatiently } from "@/tests/support/api";
import { readChangeSet, settle, uploadAndCheck } from "@/tests/support/desk";
import { type Folder, makeFolder, OF_NEWEST } from "@/tests/support/import-cli";
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

const Sent = z.object({ data: Collected });
const Id = z.object({ id: z.string() });

type Served = { url: string; stop(): void };

async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close().closeAllConnections(),
  };
}

/** A shop that serves its own readings, as a file of our format. */
const file = { content: "" };
const BROKEN = {
  html: "<!doctype html><title>Sign in</title>",
  empty: "{}",
  other: '{"offers": [null]}',
  nowhere: '{"offers": [{"price": "9.99", "currency": "USD", "every": "month"}]}',
};
const agents = new Set<string | undefined>();

let shops: Served;
let publisher: Served;
/** Shops whose answers are none: those of BROKEN, and one that is cut off. */
let broken: Served;
let folder: Folder;
let shopsFile = "";
let staff: OwnStaffServer;
let author: Visitor;
let other: Visitor;
let sources = "";

beforeAll(async () => {
  shops = await startShops();
  publisher = await serve((_, response) => void response.end(file.content));
  broken = await serve(({ url, headers }, response) => {
    agents.add(headers["user-agent"]);
    const text = new Map<string, string>(Object.entries(BROKEN)).get(url?.slice(1) ?? "");
    if (text !== undefined) return void response.end(text);
    response.writeHead(200, { "content-length": "1000" });
    response.write("{", () => response.destroy());
  });
  folder = await makeFolder();
  const known: unknown = JSON.parse(
    readFileSync("examples/collector/shops.json", "utf8").replaceAll("http://localhost:4100", shops.url),
  );
  const toShop = (name: string) => ({
    address: `${broken.url}/`,
    source: OUR_SOURCE,
    reads: "json",
    mark: ".",
    products: { mubi: name },
  });
  const more = Object.fromEntries([...Object.keys(BROKEN), "cut"].map((name) => [name, toShop(name)]));
  shopsFile = await folder.write("shops.json", JSON.stringify(Object.assign({}, known, more)));
  staff = await startStaffServer({ REFRESH_ALLOW_HOSTS: new URL(publisher.url).host }, "small");
  await staff.list("author@example.com", "owner");
  await staff.list("other@example.com", "owner");
  author = await staff.enter("author@example.com");
  other = await staff.enter("other@example.com");
  sources = readFileSync("examples/collector/sources.csv", "utf8").replace(/http:[^,]+/, publisher.url);
});
afterAll(async () => {
  for (const served of [shops, publisher, broken]) served.stop();
  await staff.stop();
  await folder[Symbol.asyncDispose]();
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

type Run = { key: string; args: readonly string[]; atlas?: string };

/** Answers to the calls of one run. */
async function collect({ key, args, atlas = staff.server.url }: Run): Promise<Collected[]> {
  const env = {
    NODE_ENV: "production" as const,
    ATLAS: atlas,
    ATLAS_KEY: key,
    SHOPS: shopsFile,
    DAY,
    PAUSE_MS: "0",
  };
  const text = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, args, { env, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${stderr}\n${stdout}`)),
    ),
  );
  return text
    .trim()
    .split(/(?<=^\})\n/m)
    .map((answer) => Sent.parse(JSON.parse(answer)).data);
}

async function collectOnce(run: Run): Promise<Collected> {
  const [answer, ...more] = await collect(run);
  if (answer === undefined || more.length > 0) throw new Error(`${more.length + 1} answers`);
  return answer;
}

const toArgs = (...names: readonly string[]) => ["examples/collector/collect.mjs", ...names];

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
  const sent = await collectOnce({ key: await makeKey("Stranger"), args: commandOf(...GOOD) });
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
  const feed = (await visitor().request("GET", "/feed.xml?product=netflix&country=DE")).text;
  const german = offers.find(({ product, country }) => product === "netflix" && country === "DE");
  expect(/<entry>\s*<title>(.*?)<\/title>/.exec(feed)?.[1]?.replace(/\s/g, " ")).toContain(
    `EUR ${german?.amount.toFixed(2)}, was EUR`,
  );
});

test("a shop that lies waits for a second person; one that blocks, or whose pages changed, is told at the desk in words, and nothing is written", async () => {
  const key = await makeKey("Reader of bad shops");
  const written = () => staff.sql.query("SELECT count(*) FROM observation").then(({ rows }) => rows[0].count);
  const before = await written();
  const dear = listProducts("lying").flatMap((product) => listOffers("lying", product) ?? []);
  const { rowCount: known } = await staff.sql.query(
    `SELECT FROM price WHERE ${OF_NEWEST} AND platform = 'web' AND period = 'monthly' AND product = ANY ($1) AND country = ANY ($2)`,
    [listProducts("lying"), dear.map(({ country }) => country)],
  );
  expect(known).toBeGreaterThan(2);
  const lying = await collectOnce({ key, args: commandOf("lying") });
  expect([lying.state, lying.lines]).toEqual([
    "waiting",
    { added: dear.length - (known ?? 0), changed: known, confirmed: 0, unchanged: 0 },
  ]);
  const moves = new RegExp(`${countWord(known ?? 0)} prices move by more than a factor of 5`, "i");
  expect(lying.reasons.join(" ")).toMatch(moves);
  await other.open(`/admin/changes/${lying.change_set}`);
  expect(other.text).toMatch(moves);

  const toldOf = async (name: string, args = toArgs(name)) => {
    const { state, change_set: id, faults } = await collectOnce({ key, args });
    expect([name, state, faults.map(({ column }) => column)]).toEqual([name, "draft", ["problem"]]);
    const [{ text, line } = { text: "", line: 0 }] = faults;
    await author.open("/admin/desk");
    expect(author.text).toContain(text);
    await author.open(`/admin/changes/${id}`);
    expect(author.text).toContain(text);
    expect(author.html).not.toContain('value="approve"');
    return { text, line };
  };
  const blocked = await toldOf("blocking", commandOf("blocking"));
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

test("an answer that is no page of the shop is a problem of that shop in words, and the others wait apart", async () => {
  const bad = [...Object.keys(BROKEN), "cut"];
  const [read, told] = await collect({ key: await makeKey("Reader of broken shops"), args: toArgs(...bad, "lying") });
  expect(read).toMatchObject({ state: "waiting", n_faults: 0 });
  expect(told?.state).toBe("draft");
  const says = (name: string) => (name === "cut" ? "broke off" : "has no price where it was: its markup has changed");
  expect(told?.faults.map(({ text }) => text)).toEqual(
    bad.map((name) => `was told by whoever collects: ${name}: ${broken.url}/${name} ${says(name)}`),
  );
  expect([...agents]).toEqual(["price-atlas-sample-collector/1.0"]);
});

test("what is due is read first, so that a shop that blocks has been asked for it", async () => {
  const late = listProducts("blocking").slice(-2);
  // So old that nothing else is as due, on whatever day this runs.
  await staff.sql.query(
    `UPDATE price SET verified_on = verified_on - 200000 WHERE ${OF_NEWEST} AND product = ANY ($1)`,
    [late],
  );
  await fetch(`${shops.url}/next-day`, { method: "POST" });
  const { change_set: id } = await collectOnce({ key: await makeKey("Reader of due"), args: toArgs("blocking") });
  await author.open(`/admin/changes/${id}`);
  const [, href = ""] = /href="(\/admin\/changes\/\d+\/files\/\d+)"/.exec(author.html) ?? [];
  const sent = (await author.request("GET", href)).text.trim().split("\n");
  const Line = z.object({ product: z.string() }).or(z.object({ problem: z.string() }));
  const products = sent.flatMap((line) => {
    const found = Line.parse(JSON.parse(line));
    return "product" in found ? [found.product] : [];
  });
  const read = [...new Set(products)];
  expect(read).toHaveLength(10);
  expect(read.slice(0, 2).sort()).toEqual([...late].sort());
});

test("a busy service and a lost answer are asked again under the same key, and make one draft", async () => {
  const calls: { key: unknown; body: string }[] = [];
  const gate = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method = "", url, headers } = request;
    const isCall = method === "POST";
    if (isCall) calls.push({ key: headers["idempotency-key"], body });
    if (isCall && calls.length === 1) return void response.writeHead(503, { "retry-after": "1" }).end("{}");
    const passed = { "x-api-key": String(headers["x-api-key"]), "idempotency-key": String(headers["idempotency-key"]) };
    const answer = await fetch(`${staff.server.url}${url}`, { method, headers: passed, body: isCall ? body : null });
    const text = await answer.text();
    if (isCall && calls.length === 2) return void response.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  const key = await makeKey("Reader through a gate");
  const sent = await collectOnce({ key, args: toArgs("lying"), atlas: gate.url });
  gate.stop();
  expect(calls).toHaveLength(3);
  expect(calls[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(calls).toEqual(Array(3).fill(calls[0]));
  const { rows } = await staff.sql.query("SELECT id FROM change_set WHERE author = 'key Reader through a gate'");
  expect(rows).toEqual([{ id: sent.change_set }]);
  const again = await collectOnce({ key, args: toArgs("lying") });
  expect(again.change_set).not.toBe(sent.change_set);
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
    return Id.parse(rows[0]).id;
  },
  file: () =>
    uploadAndCheck(staff, author, [
      { name: "sources.csv", content: sources },
      { name: "prices.csv", content: toCsv() },
    ]),
  async source() {
    file.content = toNdjson();
    const address = `${publisher.url}/readings.ndjson`;
    const [{ id = "", name = "", publisher: by = "", license = "", attribution = "" } = {}] = readCsv(sources);
    await author.open("/admin/desk");
    await author.submit("Add a source", { id, name, publisher: by, license, attribution, address, cadence_days: "7" });
    // Said what it serves, it is sent again.
    await author.submit("Add a source");
    await other.open("/admin/desk");
    await other.submit(`New address of ${name}`);
    await other.submit(`Read ${name} now`);
    const find = async () =>
      (await staff.sql.query("SELECT id::text FROM change_set WHERE feed_id = $1", [OUR_SOURCE])).rows;
    await expect.poll(find).toHaveLength(1);
    return Id.parse((await find())[0]).id;
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

const TABLES = ["price", "product", "country", "median_index", "category", "level_difference"];
const SELECTED = {
  ...Object.fromEntries(TABLES.map((table) => [table, `SELECT * FROM ${table} WHERE version_id = $1`])),
  price_change: "SELECT * FROM price_change WHERE superseded_in IS NULL AND recorded_in <= $1",
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
