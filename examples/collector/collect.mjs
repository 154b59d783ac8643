// Reads shops, and sends what their pages print as drafts. The README beside it says how it is run.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const { ATLAS = "http://localhost:3000", ATLAS_KEY = "" } = process.env;
const SHOPS = process.env.SHOPS ?? new URL("shops.json", import.meta.url);
/** Of the readings: pages that were kept are of another day than today. */
const DAY = process.env.DAY ?? new Date().toISOString().slice(0, 10);
const PAUSE_MS = Number(process.env.PAUSE_MS ?? 1_000);
/** A shop sees who asks. */
const AGENT = process.env.AGENT ?? "price-atlas-sample-collector/1.0";
const ATTEMPTS = 4;
const MOST_SECONDS = 60;
const PERIODS = { week: "weekly", month: "monthly", year: "yearly" };

/** Offers of a page as it prints them. One that finds none, or throws, has met another page than it knows. */
const READERS = {
  table: (page) =>
    [...page.matchAll(/<tr data-country="(\w\w)"><td>[^<]*<\/td><td>([^<]*)<\/td><\/tr>/g)].map(toPrinted),
  list: (page) => [...page.matchAll(/<li data-country="(\w\w)">([^<]*)<\/li>/g)].map(toPrinted),
  json: (page) =>
    JSON.parse(page).offers.map(({ country, currency, price, every }) => ({
      country,
      printed: `${price} ${currency} / ${every}`,
    })),
};

function toPrinted([, country, printed]) {
  return { country, printed };
}

/** Amount, currency and period of `1.299,00 EUR / month`; the shop's settings say which mark the decimals have. */
function readPrice(printed, { mark, period }) {
  const [, digits, currency, every] = /^([\d.,]+) ([A-Z]{3})(?: \/ (\w+))?$/.exec(printed.trim()) ?? [];
  if (digits === undefined) throw new Error(`"${printed}" is no price as this shop printed them`);
  const [whole, decimals = ""] = digits.split(mark);
  const stated = every === undefined ? period : PERIODS[every];
  if (stated === undefined) throw new Error(`"${printed}" does not say for how long it is, and nor does shops.json`);
  return { amount: [whole.replace(/\D/g, ""), decimals].filter(Boolean).join("."), currency, period: stated };
}

async function readOffers(address, reader) {
  const headers = { "user-agent": AGENT };
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(30_000) }).catch(() => null);
  if (response === null) throw new Error(`${address} does not answer`);
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
  const page = await response.text().catch(() => null);
  if (page === null) throw new Error(`${address} broke off`);
  try {
    const offers = reader(page);
    if (offers.length > 0 && offers.every(({ country }) => /^[A-Z]{2}$/.test(country))) return offers;
  } catch {}
  throw new Error(`${address} has no price where it was: its markup has changed`);
}

/** Ends at the first problem: a shop that blocks is not asked again. What is due is read first. */
async function* readShop(shop, due) {
  const placeOf = (product) => (due.includes(product) ? due.indexOf(product) : due.length);
  for (const [product, path] of Object.entries(shop.products).sort(([a], [b]) => placeOf(a) - placeOf(b))) {
    const address = `${shop.address}${path}`;
    for (const { country, printed } of await readOffers(address, READERS[shop.reads]))
      yield {
        product,
        country,
        platform: "web",
        ...readPrice(printed, shop),
        observed_on: DAY,
        source: shop.source,
        source_url: address,
        quote: printed.trim(),
        method: "page",
      };
    await sleep(PAUSE_MS);
  }
}

/** Asks again, for the same, where there is no whole answer or the service is busy. */
async function ask(path, { headers, ...request } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const all = { ...request, headers: { ...headers, "x-api-key": ATLAS_KEY } };
    const response = await fetch(`${ATLAS}${path}`, all).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (answer && response.status !== 503) return { answer, isTaken: response.ok };
    if (attempt === ATTEMPTS) throw new Error(`${ATLAS}${path} ${response ? "is busy" : "does not answer"}`);
    const seconds = Number(response?.headers.get("retry-after")) || attempt;
    await sleep(1_000 * Math.min(seconds, MOST_SECONDS));
  }
}

/** Sends readings as one draft. */
async function send(lines) {
  const headers = { "idempotency-key": randomUUID(), "content-type": "application/x-ndjson" };
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const { answer, isTaken } = await ask("/api/readings", { method: "POST", headers, body });
  console.log(JSON.stringify(answer, null, 2));
  if (!isTaken) process.exitCode = 1;
}

const shops = JSON.parse(await readFile(SHOPS, "utf8"));
const names = process.argv.slice(2);
const unknown = names.filter((name) => shops[name] === undefined);
if (unknown.length > 0) throw new Error(`${unknown.join()}: not in shops.json`);
const { answer, isTaken } = await ask("/api/collect?limit=1000");
if (!isTaken) throw new Error(answer.detail);
const due = [...new Set(answer.data.map(({ product }) => product))];
const read = [];
const told = [];
for (const name of names) {
  const lines = [];
  try {
    for await (const reading of readShop(shops[name], due)) lines.push(reading);
    read.push(...lines);
  } catch (error) {
    told.push(...lines, { problem: `${name}: ${error.message}`.slice(0, 300) });
  }
}
// Shops with a problem are a draft of their own, which holds no other shop. It comes last: each call withdraws the key's
// earlier drafts that have faults.
for (const lines of [read, told]) if (lines.length > 0) await send(lines);
