import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { jobs } from "@/lib/desk/changes/jobs/jobs";
import { leaveOut, reopen, withdrawChangeSet } from "@/lib/desk/changes/mutations";
import { listFeeds } from "@/lib/desk/refresh/data";
import { refreshFeed } from "@/lib/desk/refresh/mutations";
import { refreshDue } from "@/lib/desk/refresh/scheduler";
import { tryAddress } from "@/lib/desk/refresh/try-address";
import { closeDatabase, db } from "@/lib/platform/db";
import type { TestDatabase } from "../support/database";
import { importHere, importLaterReading, makeFolder, query } from "../support/import-cli";
import { tryScript } from "../support/run-script";
import { createDatabase } from "../support/server";
import { timeOfReadings } from "../support/test-days";

/** Plans of the Netflix collection, and their products. */
const NETFLIX_PLANS = {
  mobile: "netflix-mobile",
  basic_with_ads: "netflix-basic-with-ads",
  basic: "netflix-basic",
  standard_with_ads: "netflix-standard-with-ads",
  standard: "netflix",
  premium: "netflix-premium",
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let served: Server;
let host: string;
let database: TestDatabase;
let answers: Record<string, Answer> = {};
const asked: { path: string; headers: IncomingMessage["headers"] }[] = [];

beforeAll(async () => {
  database = await createDatabase("small");
  await importLaterReading(database.url);
  served = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push({ path, headers: request.headers });
    const answer = answers[path];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  // Listens at every address of this machine.
  await once(served.listen(0), "listening");
  host = `127.0.0.1:${(served.address() as AddressInfo).port}`;
  for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value);
  await sql("UPDATE feed SET address = $1", `http://${host}/nothing`);
});
afterAll(async () => {
  await closeDatabase();
  served.closeAllConnections();
  served.close();
  await database[Symbol.asyncDispose]();
});
beforeEach(() => {
  answers = {};
  asked.length = 0;
});

const settings = () => ({ DATABASE_URL: database.url, REFRESH_ALLOW_HOSTS: host, LOG_LEVEL: "silent" });
const sql = (text: string, ...values: string[]) => query(database.url, text, values);
const point = (id: string, path: string) =>
  sql(
    "UPDATE feed SET address = $2, etag = NULL, last_modified = NULL, sha256 = NULL, failures = 0, failure = NULL, retry_at = NULL WHERE id = $1",
    id,
    path.startsWith("http") ? path : `http://${host}${path}`,
  );
const feed = async (id: string) => {
  const [row = []] = await sql(
    "SELECT failures, failure, next_due_on::text, last_read_on::text, (retry_at > now())::text FROM feed WHERE id = $1",
    id,
  );
  const [failures, failure, nextDueOn, lastReadOn, waits] = row;
  return { failures: Number(failures), failure, nextDueOn, lastReadOn, waits };
};
const newestSet = async (id: string) => {
  const [row = []] = await sql(
    "SELECT state, array_to_string(reasons, ' ') FROM change_set WHERE feed_id = $1 ORDER BY id DESC LIMIT 1",
    id,
  );
  return { state: row[0], reasons: row[1] };
};
const countSets = async () => Number((await sql("SELECT count(*) FROM change_set"))[0]?.[0]);
const send =
  (text: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, headers).end(text);

/** Result of each source that was read; of a failed one, why. */
async function refresh(...ids: string[]): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  await refreshDue(ids.length > 0 ? ids : null, (id, outcome) => {
    results[id] = outcome.kind === "failed" ? outcome.failure : outcome.kind;
  });
  return results;
}

const ecb = (day: string, rates: Record<string, string>) =>
  `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube><Cube time='${day}'>${Object.entries(
    rates,
  )
    .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
    .join("")}</Cube></Cube></gesmes:Envelope>`;

/** Units for one euro, as last published. */
async function lastRates(): Promise<Record<string, string>> {
  const rows = await sql(
    `SELECT CASE r.currency WHEN 'EUR' THEN 'USD' ELSE r.currency END,
       round(e.usd_per_unit / CASE r.currency WHEN 'EUR' THEN 1 ELSE r.usd_per_unit END, 5)::text
     FROM rate r JOIN rate e ON e.currency = 'EUR' AND e.source_id = 'ecb' AND e.date = r.date
     WHERE r.source_id = 'ecb' AND r.currency <> 'USD' AND r.date = (SELECT max(date) FROM rate WHERE source_id = 'ecb')`,
  );
  return Object.fromEntries(rows.map(([currency = "", rate = ""]) => [currency, rate]));
}
const dayAfter = async (source: string) =>
  (
    await sql("SELECT (last_day + 1)::text FROM source WHERE id = $1 ORDER BY version_id DESC LIMIT 1", source)
  )[0]?.[0] ?? "";

const command = (...ids: string[]) => tryScript("scripts/data-refresh.ts", ids, settings());

test("the bank's daily rates publish themselves, then answer 304, and the next due day is right after each, and the command tells it", async () => {
  await addFeeds({ gone: `http://${host}/gone` });
  const day = await dayAfter("ecb");
  const rates = { ...(await lastRates()), JPY: "174.55", GBP: "0.87", CHF: "0.94" };
  answers["/daily.xml"] = (request, response) =>
    request.headers["if-none-match"] === '"1"'
      ? response.writeHead(304).end()
      : send(ecb(day, rates), { etag: '"1"' })(request, response);
  await point("ecb", "/daily.xml");
  const [{ code, stdout }, unknown] = [await command("ecb", "gone"), await command("ecb", "nonsense")];
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^ecb: published, change set \d+\ngone: failed: .*404.*\n$/),
  ]);
  expect(unknown).toEqual({ code: 2, stdout: "", stderr: "there is no source nonsense\n" });
  expect(await newestSet("ecb")).toMatchObject({ state: "published" });
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  expect(await feed("ecb")).toMatchObject({ lastReadOn: day, nextDueOn: next, failures: 0 });
  expect(await refresh("ecb")).toEqual({ ecb: "unchanged" });
  expect(asked.at(-1)?.headers["if-none-match"]).toBe('"1"');
  expect(await feed("ecb")).toMatchObject({ lastReadOn: day, nextDueOn: next, failures: 0 });
});

test("days that were missed are read from the longer file, and none is left out", async () => {
  const first = await dayAfter("ecb");
  const days = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((more) =>
    new Date(Date.parse(first) + more * 86_400_000).toISOString().slice(0, 10),
  );
  const newest = days.at(-1) ?? "";
  const rates = await lastRates();
  const before = await sql("SELECT max(date)::text FROM rate WHERE source_id = 'ecb'");
  answers["/eurofxref-daily.xml"] = send(ecb(newest, rates));
  const known = before[0]?.[0] ?? "";
  const block = /<Cube time=.*?<\/Cube>/;
  const blocks = [...days.toReversed(), known].map((day) => block.exec(ecb(day, rates))?.[0] ?? "");
  answers["/eurofxref-hist-90d.xml"] = send(ecb(newest, rates).replace(block, blocks.join("")));
  await point("ecb", "/eurofxref-daily.xml");
  expect(Object.keys(await refresh("ecb"))).toEqual(["ecb"]);
  expect(asked.map(({ path }) => path)).toEqual(["/eurofxref-daily.xml", "/eurofxref-hist-90d.xml"]);
  const [[file = ""] = []] = await sql(
    "SELECT convert_from(c.content, 'UTF8') FROM change_set_chunk c JOIN change_set_file f ON f.id = c.file_id JOIN change_set s ON s.id = f.change_set_id WHERE s.feed_id = 'ecb' ORDER BY s.id DESC LIMIT 1",
  );
  expect(
    file
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.slice(0, 10))
      .sort(),
  ).toEqual(days);
});

test("a day with a third of its rates missing waits for a person", async () => {
  const day = await dayAfter("ecb");
  const { USD = "", JPY = "" } = await lastRates();
  answers["/few.xml"] = send(ecb(day, { USD, JPY }));
  await point("ecb", "/few.xml");
  expect(await refresh("ecb")).toEqual({ ecb: "waiting" });
  expect((await newestSet("ecb")).reasons).toContain("rows");
  expect((await feed("ecb")).nextDueOn).toBe(day);
});

async function addFeeds(addresses: Readonly<Record<string, string>>, format = "ecb-xml"): Promise<string[]> {
  for (const [id, address] of Object.entries(addresses))
    await sql(
      "INSERT INTO feed (id, name, publisher, address, format, license, cadence_days) VALUES ($1, $1, 'Us', $2, $3, 'CC0-1.0', 1)",
      id,
      address,
      format,
    );
  return Object.keys(addresses);
}

test("each fault of a source changes nothing, is told, and is tried again with growing waits", async () => {
  const whole = ecb(await dayAfter("ecb"), await lastRates());
  const faults: Record<string, { answer: Answer; says: string }> = {
    missing: {
      answer: (_request, response) => void response.writeHead(404).end(),
      says: "the address answers 404: the publisher may have moved the file",
    },
    half: { answer: send(whole.slice(0, whole.length / 2)), says: "cut off" },
    broken: {
      answer: (_request, response) => {
        response.writeHead(200, { "content-length": "9999" });
        response.write(whole.slice(0, 50), () => response.destroy());
      },
      says: "broke off",
    },
    other: { answer: send("product,country\nnetflix,TR\n"), says: "no XML" },
    html: { answer: send("<html><body><p>Moved</p></body></html>"), says: "another format" },
    large: { answer: send(whole + " ".repeat(20_000_000)), says: "more than 20000000 bytes" },
    endless: {
      answer: (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(" ".repeat(2_000_000)), 5);
        response.on("close", () => clearInterval(timer));
      },
      says: "more than 20000000 bytes",
    },
    loop: {
      answer: (_request, response) => void response.writeHead(302, { location: "/loop" }).end(),
      says: "redirects",
    },
  };
  const before = await countSets();
  for (const [name, { answer }] of Object.entries(faults)) answers[`/${name}`] = answer;
  const ids = await addFeeds(Object.fromEntries(Object.keys(faults).map((name) => [name, `http://${host}/${name}`])));
  const told = await refresh(...ids);
  for (const [name, { says }] of Object.entries(faults)) {
    expect(told[name]).toContain(says);
    expect(await feed(name)).toMatchObject({ failures: 1, waits: "true" });
  }
  await refresh("missing");
  await refresh("missing");
  const wait = "SELECT round(extract(epoch FROM retry_at - asked_at) / 60)::text FROM feed WHERE id = 'missing'";
  expect(await sql(wait)).toEqual([["90"]]);
  expect(await countSets()).toBe(before);
  expect(Object.keys(await refresh())).not.toContain("missing");
  const attempts = "SELECT outcome, failure FROM feed_reading WHERE feed_id = 'missing'";
  expect(await sql(attempts)).toEqual(Array(3).fill(["failed", faults.missing?.says]));
  await sql(
    "INSERT INTO feed_reading (feed_id, at, outcome) SELECT 'missing', now(), 'unchanged' FROM generate_series(1, 30)",
  );
  await sql("UPDATE feed SET paused_at = now() WHERE id = 'missing'");
  expect(await refresh("missing")).toEqual({ missing: "it is paused" });
  await sql("UPDATE feed SET paused_at = NULL WHERE id = 'missing'");
  await refresh("missing");
  const kept = await sql("SELECT outcome FROM feed_reading WHERE feed_id = 'missing' ORDER BY id DESC");
  expect([kept.length, kept[0]]).toEqual([20, ["failed"]]);
});

test("no request goes to an address that is not public: by number, by name, or by a redirect", async () => {
  const [, port = ""] = host.split(":");
  const secret = `/secret`;
  answers[secret] = send("secret");
  answers["/away"] = (_request, response) =>
    void response.writeHead(302, { location: "https://169.254.169.254/latest/meta-data/" }).end();
  answers["/home"] = (_request, response) =>
    void response.writeHead(302, { location: `https://localhost:${port}${secret}` }).end();
  const addresses = {
    // 127.0.0.1 alone is allowed.
    number: `https://127.0.0.2:${port}${secret}`,
    name: `https://localhost:${port}${secret}`,
    six: `https://[::1]:${port}${secret}`,
    mapped: `https://[::ffff:127.0.0.1]:${port}${secret}`,
    hexadecimal: `https://0x7f000002:${port}${secret}`,
    metadata: "https://169.254.169.254/latest/meta-data/",
    network: "https://10.0.0.1/",
  };
  const says = "it leads to an address that is not public";
  const direct = await refresh(...(await addFeeds(addresses)));
  for (const id of Object.keys(addresses)) expect([id, direct[id]]).toEqual([id, says]);
  expect(asked).toEqual([]);
  expect(await refresh(...(await addFeeds({ away: `http://${host}/away`, home: `http://${host}/home` })))).toEqual({
    away: says,
    home: says,
  });
  expect(asked.map(({ path }) => path)).toEqual(["/away", "/home"]);
  answers["/plain"] = (_request, response) => void response.writeHead(302, { location: "http://example.com/" }).end();
  const plain = "it leads to an address without https";
  expect(await refresh(...(await addFeeds({ plain: `http://${host}/plain`, open: "http://example.com/" })))).toEqual({
    plain,
    open: plain,
  });
});

test("currency-api's rates wait where their source does not publish itself", async () => {
  const day = await dayAfter("currency-api");
  const known = await sql(
    "SELECT lower(currency), round(1 / usd_per_unit, 8)::text FROM rate WHERE source_id = 'currency-api' AND date = (SELECT max(date) FROM rate WHERE source_id = 'currency-api')",
  );
  answers["/usd.json"] = send(
    JSON.stringify({ date: day, usd: Object.fromEntries(known.map(([code = "", rate]) => [code, Number(rate)])) }),
  );
  await point("currency-api", "/usd.json");
  await sql("UPDATE feed SET auto_publish = false WHERE id = 'currency-api'");
  expect(await refresh("currency-api")).toEqual({ "currency-api": "waiting" });
  expect(await newestSet("currency-api")).toEqual({ state: "waiting", reasons: "" });
});

const READ_ON = "2026-10-10";
const SHOP_READING = {
  product: "netflix",
  country: "US",
  platform: "web",
  period: "monthly",
  amount: 17.99,
  currency: "USD",
  observed_on: READ_ON,
  source: "shop",
  source_url: "https://example.com/",
};

test("in the Netflix collection a plan without a price ends its series, and a country that is left out was not read", async () => {
  const listed = await sql(
    "SELECT country, currency, product, trim_scale(amount)::text FROM price WHERE version_id = (SELECT max(id) FROM dataset_version) AND product LIKE 'netflix%' AND platform = 'web'",
  );
  // As the collection has it: each country with its plans. Argentina is missing, Germany has no Premium, Turkey no price of Standard.
  const collection = [...new Map(listed.map(([code, currency]) => [code, currency]))].flatMap(
    ([country_code, currency]) =>
      country_code === "AR"
        ? []
        : {
            country_code,
            country: country_code,
            currency,
            plans: Object.entries(NETFLIX_PLANS).flatMap(([name, product]) => {
              if (country_code === "DE" && name === "premium") return [];
              const amount = listed.find((row) => row[0] === country_code && row[2] === product)?.[3];
              const isGone = amount === undefined || (country_code === "TR" && name === "standard");
              return { name, price: isGone ? null : Number(amount), price_usd: null };
            }),
          },
  );
  answers["/contents"] = send(
    JSON.stringify(
      ["latest.json", "2026-04-09.json", `${READ_ON}.json`].map((name) => ({
        name,
        download_url: `http://${host}/raw/${name}`,
      })),
    ),
  );
  answers[`/raw/${READ_ON}.json`] = send(JSON.stringify(collection));
  await point("netflix-prices", "/contents");
  expect(await refresh("netflix-prices")).toEqual({ "netflix-prices": "waiting" });
  expect((await newestSet("netflix-prices")).state).toBe("waiting");
  const ended =
    "SELECT string_agg(concat_ws(' ', one ->> 'product', one ->> 'country'), ', ' ORDER BY one ->> 'product') FROM change_set, jsonb_array_elements(preview -> 'ended' -> 'first') AS one WHERE feed_id = 'netflix-prices'";
  expect(await sql(ended)).toEqual([["netflix TR, netflix-premium DE"]]);
  const stamped = "SELECT count(*)::text FROM price WHERE source_id = 'netflix-prices' AND verified_on = $1";
  expect(await sql(stamped, READ_ON)).toEqual([["0"]]);

  // A cell with line breaks once wrote a price of another product, credited to another publisher.
  const [first, ...others] = collection;
  const injected = `US\nspotify,US,web,monthly,1,USD,${READ_ON},opentherank-2026-09-30,https://example.com/\nnetflix,US`;
  for (const part of [{ country_code: injected }, { currency: `USD\n${injected}` }]) {
    answers[`/raw/${READ_ON}.json`] = send(JSON.stringify([{ ...first, ...part }, ...others]));
    expect((await refresh("netflix-prices"))["netflix-prices"]).toContain("another format");
  }
});

test("a file with a bad row is one draft however often it is served, and does not come back once that row is left out", async () => {
  await addFeeds({ rows: `http://${host}/rows.csv` }, "native");
  const header = "product,country,platform,period,amount,currency,observed_on,source,source_url";
  const source = "id,name,publisher,url,license,attribution\nrows,Rows,Us,https://example.com/,CC0-1.0,Us.\n";
  const product = "slug,name,vendor,service,category,plan,website,in_basket\nrows-only,Rows,,Rows,music,One,,false\n";
  await using folder = await makeFolder();
  const known = [await folder.write("sources.csv", source), await folder.write("products.csv", product)];
  expect(await importHere(database.url, known)).toMatchObject({ code: 0 });
  const lines = ["US", "UK"].map((country) =>
    [`rows-only,${country},web,monthly,1,USD,${READ_ON},rows`, "https://example.com/"].join(),
  );
  answers["/rows.csv"] = send([header, ...lines, ""].join("\n"), { etag: '"rows"' });
  const sets = () =>
    sql(
      "SELECT id::text, state, jsonb_array_length(preview -> 'leftOut')::text FROM change_set WHERE feed_id = 'rows' ORDER BY id",
    );
  expect((await refresh("rows")).rows).toContain("has faults");
  const [[id = ""] = []] = await sets();
  expect((await refresh("rows")).rows).toContain("has faults");
  expect(await sets()).toEqual([[id, "draft", "0"]]);
  const [[staffId = ""] = []] = await sql(
    "INSERT INTO staff (id, email, role) VALUES (gen_random_uuid(), 'asks@example.com', 'editor') RETURNING id::text",
  );
  await db().$transaction(async (tx) => {
    await reopen(Number(id), tx);
    await leaveOut(Number(id), true, staffId, tx);
  });
  await jobs().start(Number(id));
  expect(await refresh("rows")).toEqual({ rows: "unchanged" });
  expect(await sets()).toEqual([[id, "waiting", "1"]]);
  // Who has it read by hand gets what was withdrawn once more, but nothing in place of what waits.
  expect(await refreshFeed("rows", staffId)).toEqual({ kind: "unchanged" });
  expect(await sets()).toEqual([[id, "waiting", "1"]]);
  const endedOf = async () => (await listFeeds()).find((feed) => feed.id === "rows")?.ended;
  expect(await endedOf()).toBeNull();
  await db().$transaction((tx) => withdrawChangeSet(Number(id), tx, "A test."));
  expect(await refresh("rows")).toEqual({ rows: "unchanged" });
  expect(await endedOf()).toEqual({ changeSetId: Number(id), how: "withdrawn" });
  asked.length = 0;
  expect(await refreshFeed("rows", staffId)).toMatchObject({ kind: "failed" });
  expect(asked.map(({ headers }) => headers["if-none-match"])).toEqual([undefined]);
  expect((await sets()).map(([, state]) => state)).toEqual(["withdrawn", "draft"]);
  // A scheduler wrote it, so whoever left the row out is its author.
  expect(
    await sql("SELECT array_to_string(author_ids, ' ') FROM change_set WHERE feed_id = 'rows' AND leaves_out"),
  ).toEqual([[staffId]]);
});

test("a source writes prices of its own products only, in its own name, and a release of the index has its columns", async () => {
  const header = "product,country,platform,period,amount,currency,observed_on,source,source_url";
  await addFeeds({ ours: `http://${host}/ours.csv` }, "native");
  const rows = ["netflix-prices", "ours"].map((source) =>
    [`netflix,US,web,monthly,1,USD,${READ_ON}`, source, "https://example.com/"].join(),
  );
  answers["/ours.csv"] = send([header, ...rows, ""].join("\n"));
  expect((await refresh("ours")).ours).toContain("has faults");
  const [[faults = ""] = []] = await sql("SELECT preview -> 'faults' FROM change_set WHERE feed_id = 'ours'");
  for (const says of ["another source than ours", "a product of other sources"])
    expect(JSON.stringify(faults)).toContain(says);

  // One that was added at the desk waits for its second owner, and may then read any product: it never publishes itself.
  await sql(
    "INSERT INTO feed (id, name, publisher, address, format, license, attribution, cadence_days, new_address, new_address_by_id) VALUES ('shop', 'A shop', 'Us', $1, 'native', 'CC0-1.0', 'A shop, read by us', 7, $1, gen_random_uuid())",
    `http://${host}/shop.ndjson`,
  );
  expect(await refresh("shop")).toEqual({ shop: "its address waits for a second owner" });
  await sql(
    "UPDATE feed SET address_by_id = new_address_by_id, address_approver_id = gen_random_uuid(), new_address = NULL, new_address_by_id = NULL WHERE id = 'shop'",
  );
  answers["/shop.ndjson"] = send(`${JSON.stringify(SHOP_READING)}\n`);
  expect(await refresh("shop")).toEqual({ shop: "waiting" });
  expect((await newestSet("shop")).reasons).toContain("source shop");
  await expect(sql("UPDATE feed SET auto_publish = true WHERE id = 'shop'")).rejects.toThrow("feed_added_check");

  answers["/release.csv"] = send("snapshot_date,country_code\n2026-10-31,TR\n");
  await point("opentherank", "/release.csv");
  expect((await refresh("opentherank")).opentherank).toContain("another format");
});

test("an address that is tried tells the first row of CSV and of NDJSON, a fault, and what is too long for a try", async () => {
  const header = Object.keys(SHOP_READING).join(",");
  const row = Object.values(SHOP_READING).join(",");
  answers = {
    "/a.csv": send(`${header}\n${row}\n${row.replace("17.99", "x")}\n`),
    "/a.ndjson": send(`${JSON.stringify(SHOP_READING)}\n${JSON.stringify({ ...SHOP_READING, source: "other" })}\n`),
    "/long.csv": send(`${header}\n${`${row}\n`.repeat(80_000)}`),
    "/page": send("<!doctype html><title>Shop</title>"),
  };
  const shop = { id: "shop", format: "native" } as const;
  vi.setSystemTime(timeOfReadings());
  onTestFinished(() => void vi.useRealTimers());
  const tried = (path: string) => tryAddress(`http://${host}${path}`, shop);
  expect(await tried("/a.csv")).toMatch(
    /it serves one row that can be read, the first netflix, US, .* fault.* line 3: /,
  );
  expect(await tried("/a.ndjson")).toMatch(
    /it serves two rows that can be read, the first netflix, US, .*\. One row names another source than shop\.$/,
  );
  expect(await tried("/long.csv")).toBe("The address answers with more than 5 MB, which is not read for a try.");
  expect(await tried("/page")).toContain("could not be read: ");
});

test("the report has a line a source, and ends with 1 while one is late or silent", async () => {
  const { code, stdout, stderr } = await command("--report");
  expect(stderr).toBe("");
  const lines = stdout.trim().split("\n");
  const known = await sql("SELECT id FROM feed WHERE attribution IS NULL OR address_by_id IS NOT NULL");
  expect(lines.map((line) => line.split(":", 1)[0]).sort()).toEqual(known.flat().sort());
  const [[prices = ""] = []] = await sql(
    "SELECT count(*) FROM price WHERE version_id = (SELECT max(id) FROM dataset_version) AND source_id = 'netflix-prices'",
  );
  expect(lines.find((line) => line.startsWith("netflix-prices: "))).toContain(
    `; ${Number(prices).toLocaleString("en-US")} prices, `,
  );
  expect(lines.find((line) => line.startsWith("gone: "))).toContain("404");
  expect(code).toBe(lines.some((line) => /^\S+: (?:late|silent);/.test(line)) ? 1 : 0);
});
