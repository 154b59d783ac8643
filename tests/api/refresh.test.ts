import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestDatabase } from "../support/database";
import { query } from "../support/import-cli";
import { createDatabase } from "../support/server";

/** Plans of the Netflix collection, and their products. */
const NETFLIX_PLANS = {
  ...{ mobile: "netflix-mobile", basic_with_ads: "netflix-basic-with-ads", basic: "netflix-basic" },
  ...{ standard_with_ads: "netflix-standard-with-ads", standard: "netflix", premium: "netflix-premium" },
};
const PATIENCE_MS = 180_000;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let served: Server;
let host: string;
let database: TestDatabase;
let answers: Record<string, Answer> = {};
const asked: { path: string; headers: IncomingMessage["headers"] }[] = [];

beforeAll(async () => {
  database = await createDatabase("bundled");
  served = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push({ path, headers: request.headers });
    const answer = answers[path];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => served.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(served.address() as AddressInfo).port}`;
});
afterAll(async () => {
  served.closeAllConnections();
  served.close();
  await database[Symbol.asyncDispose]();
});
beforeEach(() => {
  answers = {};
  asked.length = 0;
});

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

/** Runs `npm run data:refresh`, with the local server allowed by default. */
function refresh(ids: string[], allowed = host): Promise<{ code: number | null; text: string }> {
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", "--import", "tsx", "scripts/data-refresh.ts", ...ids],
    {
      env: { ...process.env, DATABASE_URL: database.url, REFRESH_ALLOW_HOSTS: allowed, LOG_LEVEL: "silent" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, text })));
}

const ecb = (day: string, rates: Record<string, string>) =>
  `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube><Cube time='${day}'>${Object.entries(
    rates,
  )
    .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
    .join("")}</Cube></Cube></gesmes:Envelope>`;

async function lastRates(): Promise<Record<string, string>> {
  const rows = await sql(
    `SELECT r.currency, round(e.usd_per_unit / r.usd_per_unit, 5)::text FROM rate r
     JOIN rate e ON e.currency = 'EUR' AND e.source_id = 'ecb' AND e.date = r.date
     WHERE r.source_id = 'ecb' AND r.currency NOT IN ('EUR') AND r.date = (SELECT max(date) FROM rate WHERE source_id = 'ecb')`,
  );
  return Object.fromEntries(rows.map(([currency = "", rate = ""]) => [currency, rate]));
}
const dayAfter = async (source: string) =>
  (
    await sql("SELECT (last_day + 1)::text FROM source WHERE id = $1 ORDER BY version_id DESC LIMIT 1", source)
  )[0]?.[0] ?? "";

test(
  "the bank's daily rates publish themselves, then answer 304, and the next due day is right after each",
  async () => {
    const day = await dayAfter("ecb");
    answers["/daily.xml"] = (request, response) =>
      request.headers["if-none-match"] === '"1"'
        ? response.writeHead(304).end()
        : send(ecb(day, rates), { etag: '"1"' })(request, response);
    const rates = await lastRates();
    await point("ecb", "/daily.xml");
    expect((await refresh(["ecb"])).text).toContain("ecb: published");
    expect(await newestSet("ecb")).toMatchObject({ state: "published" });
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    expect(await feed("ecb")).toMatchObject({ lastReadOn: day, nextDueOn: next, failures: 0 });
    expect((await refresh(["ecb"])).text).toContain("ecb: unchanged");
    expect(asked.at(-1)?.headers["if-none-match"]).toBe('"1"');
    expect(await feed("ecb")).toMatchObject({ lastReadOn: day, nextDueOn: next, failures: 0 });
  },
  PATIENCE_MS,
);

test(
  "a day with a third of its rates missing, or with one that has jumped, waits for a person",
  async () => {
    const day = await dayAfter("ecb");
    const rates = Object.entries(await lastRates());
    answers["/few.xml"] = send(
      ecb(
        day,
        Object.fromEntries(
          rates.slice(0, Math.floor(rates.length / 2)).concat(rates.filter(([code]) => code === "USD")),
        ),
      ),
    );
    await point("ecb", "/few.xml");
    const { text } = await refresh(["ecb"]);
    expect(text).toContain("ecb: waiting");
    expect((await newestSet("ecb")).reasons).toContain("rows");
    expect((await feed("ecb")).nextDueOn).toBe(day);
  },
  PATIENCE_MS,
);

async function addFeeds(addresses: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [id, address] of Object.entries(addresses))
    await sql(
      "INSERT INTO feed (id, name, publisher, address, format, license, cadence_days) VALUES ($1, $1, 'Us', $2, 'ecb-xml', 'CC0-1.0', 1)",
      ...[id, address],
    );
  return Object.keys(addresses);
}

test(
  "each fault of a source changes nothing, is told, and is tried again with growing waits",
  async () => {
    const whole = ecb(await dayAfter("ecb"), await lastRates());
    const faults: Record<string, { answer: Answer; says: string }> = {
      missing: { answer: (_request, response) => void response.writeHead(404).end(), says: "404" },
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
      large: { answer: send(whole + " ".repeat(10 * 65_536)), says: "more than 65536 bytes" },
      endless: {
        answer: (_request, response) => {
          response.writeHead(200);
          const timer = setInterval(() => response.write(" ".repeat(20_000)), 5);
          response.on("close", () => clearInterval(timer));
        },
        says: "more than 65536 bytes",
      },
      loop: {
        answer: (_request, response) => void response.writeHead(302, { location: "/loop" }).end(),
        says: "redirects",
      },
    };
    const before = await countSets();
    for (const [name, { answer }] of Object.entries(faults)) answers[`/${name}`] = answer;
    const ids = await addFeeds(Object.fromEntries(Object.keys(faults).map((name) => [name, `http://${host}/${name}`])));
    const { code, text } = await refresh(ids);
    expect(code).toBe(1);
    for (const [name, { says }] of Object.entries(faults)) {
      expect(text).toMatch(new RegExp(`${name}: failed: .*${says}`));
      expect(await feed(name)).toMatchObject({ failures: 1, waits: "true" });
    }
    await refresh(["missing"]);
    await refresh(["missing"]);
    const [[wait = ""] = []] = await sql(
      "SELECT round(extract(epoch FROM retry_at - asked_at) / 60)::text FROM feed WHERE id = 'missing'",
    );
    expect(wait).toBe("90");
    expect(await countSets()).toBe(before);
    expect((await refresh([])).text).not.toContain("missing:");
    expect(await refresh(["no-such-source"])).toMatchObject({ code: 2, text: "there is no source no-such-source\n" });
    expect(await refresh(["ecb", "nonsense"])).toMatchObject({ code: 2, text: "there is no source nonsense\n" });
  },
  PATIENCE_MS,
);

test(
  "no request goes to an address that is not public: by number, by name, or by a redirect",
  async () => {
    const [, port = ""] = host.split(":");
    const secret = `/secret`;
    answers[secret] = send("secret");
    answers["/away"] = (_request, response) =>
      void response.writeHead(302, { location: "https://169.254.169.254/latest/meta-data/" }).end();
    answers["/home"] = (_request, response) =>
      void response.writeHead(302, { location: `https://localhost:${port}${secret}` }).end();
    const addresses = {
      number: `https://127.0.0.1:${port}${secret}`,
      name: `https://localhost:${port}${secret}`,
      six: `https://[::1]:${port}${secret}`,
      mapped: `https://[::ffff:127.0.0.1]:${port}${secret}`,
      hexadecimal: `https://0x7f000001:${port}${secret}`,
      metadata: "https://169.254.169.254/latest/meta-data/",
      network: "https://10.0.0.1/",
    };
    const says = "leads to an address that is not public";
    const direct = await refresh(await addFeeds(addresses), "");
    for (const id of Object.keys(addresses)) expect(direct.text).toContain(`${id}: failed: it ${says}`);
    expect(asked).toEqual([]);
    const led = await refresh(await addFeeds({ away: `http://${host}/away`, home: `http://${host}/home` }));
    for (const id of ["away", "home"]) expect(led.text).toContain(`${id}: failed: it ${says}`);
    expect(asked.map(({ path }) => path)).toEqual(["/away", "/home"]);
    answers["/plain"] = (_request, response) => void response.writeHead(302, { location: "http://example.com/" }).end();
    const plain = await refresh(await addFeeds({ plain: `http://${host}/plain`, open: "http://example.com/" }));
    for (const id of ["plain", "open"])
      expect(plain.text).toContain(`${id}: failed: it leads to an address without https`);
  },
  PATIENCE_MS,
);

test(
  "currency-api, the Netflix collection and a release of the index become the right change sets",
  async () => {
    const day = await dayAfter("currency-api");
    const known = await sql(
      "SELECT lower(currency), round(1 / usd_per_unit, 8)::text FROM rate WHERE source_id = 'currency-api' AND date = (SELECT max(date) FROM rate WHERE source_id = 'currency-api')",
    );
    answers["/usd.json"] = send(
      JSON.stringify({ date: day, usd: Object.fromEntries(known.map(([code = "", rate]) => [code, Number(rate)])) }),
    );
    await point("currency-api", "/usd.json");
    const { text } = await refresh(["currency-api"]);
    expect(text).toMatch(/currency-api: (published|waiting)/);

    const listed = await sql(
      "SELECT country, currency, product, trim_scale(amount)::text FROM price WHERE version_id = (SELECT max(id) FROM dataset_version) AND product LIKE 'netflix%' AND platform = 'web'",
    );
    // As the collection has it: each country with its plans. Nepal is missing, Germany has no Premium, Japan no price of Standard.
    const collection = [...new Map(listed.map(([code, currency]) => [code, currency]))].flatMap(
      ([country_code, currency]) =>
        country_code === "NP"
          ? []
          : {
              ...{ country_code, country: country_code, currency },
              plans: Object.entries(NETFLIX_PLANS).flatMap(([name, product]) => {
                if (country_code === "DE" && name === "premium") return [];
                const amount = listed.find((row) => row[0] === country_code && row[2] === product)?.[3];
                const isGone = amount === undefined || (country_code === "JP" && name === "standard");
                return { name, price: isGone ? null : Number(amount), price_usd: null };
              }),
            },
    );
    const read = "2026-10-10";
    answers["/contents"] = send(
      JSON.stringify(
        ["latest.json", "2026-04-09.json", `${read}.json`].map((name) => ({
          name,
          download_url: `http://${host}/raw/${name}`,
        })),
      ),
    );
    answers[`/raw/${read}.json`] = send(JSON.stringify(collection));
    await point("netflix-prices", "/contents");
    expect((await refresh(["netflix-prices"])).text).toContain("netflix-prices: waiting");
    expect((await newestSet("netflix-prices")).state).toBe("waiting");
    const [[ended = ""] = []] = await sql(
      "SELECT (SELECT string_agg(concat_ws(' ', one ->> 'product', one ->> 'country'), ', ' ORDER BY one ->> 'product') FROM jsonb_array_elements(preview -> 'ended' -> 'first') AS one) FROM change_set ORDER BY id DESC LIMIT 1",
    );
    expect(ended).toBe("netflix JP, netflix-premium DE");
    const stamped = await sql(
      "SELECT count(*)::text FROM price WHERE source_id = 'netflix-prices' AND verified_on = $1",
      read,
    );
    expect(stamped).toEqual([["0"]]);

    // A cell with line breaks once wrote a price of another product, credited to another publisher.
    const [first, ...others] = collection;
    const injected = `US\nspotify,US,web,monthly,1,USD,${read},opentherank-2026-09-30,https://example.com/\nnetflix,US`;
    for (const part of [{ country_code: injected }, { currency: `USD\n${injected}` }]) {
      const stranger = JSON.stringify([{ ...first, ...part }, ...others]);
      answers[`/raw/${read}.json`] = send(stranger);
      expect((await refresh(["netflix-prices"])).text).toContain("another format");
    }

    const header = "product,country,platform,period,amount,currency,observed_on,source,source_url";
    const native = (row: string) => send(`${header}\n${row}\n`);
    await sql(
      "INSERT INTO feed (id, name, publisher, address, format, license, cadence_days) VALUES ('ours', 'Ours', 'Us', $1, 'native', 'CC0-1.0', 1)",
      `http://${host}/ours.csv`,
    );
    for (const [row, says] of [
      [`netflix,US,web,monthly,1,USD,${read},netflix-prices,https://example.com/`, "another source than ours"],
      [`netflix,US,web,monthly,1,USD,${read},ours,https://example.com/`, "a product of other sources"],
    ] as const) {
      answers["/ours.csv"] = native(row);
      expect((await refresh(["ours"])).text).toContain("has faults");
      const [[faults = ""] = []] = await sql(
        "SELECT preview -> 'faults' FROM change_set WHERE feed_id = 'ours' ORDER BY id DESC LIMIT 1",
      );
      expect(JSON.stringify(faults)).toContain(says);
    }

    answers["/release.csv"] = send("snapshot_date,country_code\n2026-10-31,TR\n");
    await point("opentherank", "/release.csv");
    expect((await refresh(["opentherank"])).text).toContain("another format");
    expect(await readFile("prisma/data/sources.csv", "utf8")).toContain("opentherank");
  },
  PATIENCE_MS,
);
