// Reads shops, and sends what their pages print as one draft. The README beside it says how it is run.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const { ATLAS = "http://localhost:3000", ATLAS_KEY = "", SHOPS = "http://localhost:4100" } = process.env;
/** Of the readings: pages that were kept are of another day than today. */
const DAY = process.env.DAY ?? new Date().toISOString().slice(0, 10);
const PAUSE_MS = Number(process.env.PAUSE_MS ?? 1_000);
const PERIODS = { week: "weekly", month: "monthly", year: "yearly" };

/** What a person has to look at: it is told at the desk, and nothing of the call is published meanwhile. */
class Problem extends Error {}

/** Offers of a page as it prints them. One that finds none has met another markup than it knows. */
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
  if (digits === undefined) throw new Problem(`"${printed}" is no price as this shop printed them`);
  const [whole, decimals = ""] = digits.split(mark);
  const stated = every === undefined ? period : PERIODS[every];
  if (stated === undefined) throw new Problem(`"${printed}" does not say for how long it is, and nor does shops.json`);
  return { amount: [whole.replace(/\D/g, ""), decimals].filter(Boolean).join("."), currency, period: stated };
}

async function readPage(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) }).catch(() => null);
  if (response === null) throw new Problem(`${address} does not answer`);
  if (response.status !== 200) throw new Problem(`${address} answered ${response.status}`);
  return response.text();
}

/** Ends at the first problem: a shop that blocks is not asked again. */
async function* readShop(name) {
  const shops = JSON.parse(await readFile(new URL("shops.json", import.meta.url), "utf8"));
  const shop = shops[name];
  if (shop === undefined) throw new Error(`${name} is not in shops.json`);
  for (const [product, path] of Object.entries(shop.products)) {
    const address = `${SHOPS}${shop.path}${path}`;
    const offers = READERS[shop.reads](await readPage(address));
    if (offers.length === 0) throw new Problem(`${address} has no price where it was: its markup has changed`);
    for (const { country, printed } of offers)
      yield {
        product,
        country,
        platform: "web",
        ...readPrice(printed, shop),
        observed_on: DAY,
        source: "stand-in-shops",
        source_url: address,
        quote: printed.trim(),
        method: "page",
      };
    await sleep(PAUSE_MS);
  }
}

const lines = [];
for (const name of process.argv.slice(2)) {
  try {
    for await (const reading of readShop(name)) lines.push(reading);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    lines.push({ problem: `${name}: ${error.message}` });
  }
}
const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const headers = {
  "x-api-key": ATLAS_KEY,
  "idempotency-key": createHash("sha256").update(body).digest("hex"),
  "content-type": "application/x-ndjson",
};
const answer = await fetch(`${ATLAS}/api/readings`, { method: "POST", headers, body });
console.log(JSON.stringify(await answer.json(), null, 2));
if (!answer.ok) process.exitCode = 1;
