import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { countries } from "countries-list";
import { PLACE_CODES } from "@/lib/contract/codes";
import { CURRENCY_CODES } from "@/lib/contract/currencies";
import { seedRandom } from "@/tests/support/random";

export type DatasetSize = {
  /** Series, each with a current price. */
  prices: number;
  /** Observations of all series together, the current ones included; at least as many as prices. */
  history: number;
  seed: number;
};

const COUNTRIES_PER_PRODUCT = 200;
const CATEGORIES = ["streaming", "music", "productivity", "education", "health", "news", "storage", "dating"];
const SOURCE = "generated";
/** Fixed, so that the same call always writes the same bytes. */
const NEWEST_DAY = Date.UTC(2026, 8, 29);
const DAYS_BETWEEN = 30;
const MS_PER_DAY = 86_400_000;

const places = Object.entries(countries)
  .filter(([code]) => PLACE_CODES.includes(code))
  .flatMap(([code, { currency }]) => {
    const tender = currency.find((name) => CURRENCY_CODES.has(name));
    return tender === undefined ? [] : [{ code, currency: tender }];
  })
  // The index compares with the United States: they are among the countries however few these are.
  .sort((a, b) => (b.code === "US" ? 1 : a.code === "US" || a.code < b.code ? -1 : 1))
  .slice(0, COUNTRIES_PER_PRODUCT);

/**
 * Writes an invented dataset of this size in the import format, the same bytes for the same size and seed.
 * Prices are those of products in 200 countries; every observation of a series has another amount than the one
 * before, so that the history export has one row for each. Returns the files, in the order of their days; the
 * first three are what the prices refer to. Refuses, with a RangeError, a history that does not hold the prices.
 */
export async function generateDataset(size: DatasetSize, dir: string): Promise<string[]> {
  const { prices, history, seed } = size;
  if (prices < 1 || history < prices) throw new RangeError("history must be at least as large as prices, and those 1");
  await mkdir(dir, { recursive: true });
  const random = seedRandom(seed);
  const rates = new Map(
    [...new Set(places.map(({ currency }) => currency))].map((name) => [name, toRate(name, random)]),
  );
  const waves = Math.ceil(history / prices);
  const days = Array.from({ length: waves }, (_, at) =>
    toDay(NEWEST_DAY - (waves - 1 - at) * DAYS_BETWEEN * MS_PER_DAY),
  );
  const write = async (name: string, lines: Iterable<string>) => {
    const path = join(dir, name);
    await pipeline(toBlocks(lines), createWriteStream(path));
    return path;
  };
  const files = [
    await write("sources.csv", writeSources()),
    await write("products.csv", writeProducts(Math.ceil(prices / places.length))),
    await write("fx-rates.csv", writeRates(rates, days)),
  ];
  for (const [wave, day] of days.entries()) {
    // The oldest days hold what is left over: every series has its newest price.
    const count = wave === 0 ? history - (waves - 1) * prices : prices;
    files.push(await write(`prices-${day}.csv`, writePrices({ count, wave, day, seed }, rates)));
  }
  return files;
}

function* writeSources() {
  yield "id,name,publisher,url,license,attribution";
  yield `${SOURCE},Generated figures,Price Atlas,https://example.com/generated/,CC0-1.0,Invented for measurements.`;
}

function* writeProducts(count: number) {
  yield "slug,name,vendor,service,category,plan,website,in_basket";
  for (let at = 0; at < count; at += 1) {
    const category = CATEGORIES[at % CATEGORIES.length];
    const vendor = Math.floor(at / 3);
    yield `${toSlug(at)},Service ${at},Vendor ${vendor},Service ${at},${category},Plan ${at % 3},https://example.com/${toSlug(at)},true`;
  }
}

function* writeRates(rates: Map<string, number>, days: string[]) {
  yield "currency,date,usd_per_unit,source";
  for (const [currency, rate] of rates) {
    for (const day of days) yield `${currency},${day},${currency === "USD" ? 1 : rate.toPrecision(10)},${SOURCE}`;
  }
}

type Wave = { count: number; wave: number; day: string; seed: number };

function* writePrices({ count, wave, day, seed }: Wave, rates: Map<string, number>) {
  yield "product,country,platform,period,amount,currency,observed_on,source,source_url";
  for (let series = 0; series < count; series += 1) {
    const place = places[series % places.length];
    if (place === undefined) return;
    const slug = toSlug(Math.floor(series / places.length));
    const amount = toAmount(series, wave, seed, rates.get(place.currency) ?? 1);
    yield `${slug},${place.code},web,monthly,${amount},${place.currency},${day},${SOURCE},https://example.com/${slug}/${place.code}`;
  }
}

/** A price of some dollars in local money, by its series and place alone: other at every wave, never by far. */
function toAmount(series: number, wave: number, seed: number, rate: number): string {
  const random = seedRandom(seed ^ Math.imul(series + 1, 0x9e3779b1));
  const dollars = 2 + 18 * random();
  return (Math.round((100 * dollars * (1 + (wave % 10) / 50)) / rate + wave) / 100 + 1).toFixed(2);
}

function toRate(currency: string, random: () => number): number {
  const rate = 10 ** (-3 + 3.2 * random());
  return currency === "USD" ? 1 : rate;
}

const toSlug = (product: number) => `service-${String(product).padStart(6, "0")}`;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

function* toBlocks(lines: Iterable<string>) {
  let block: string[] = [];
  for (const line of lines) {
    block.push(line);
    if (block.length < 2_000) continue;
    yield `${block.join("\n")}\n`;
    block = [];
  }
  if (block.length > 0) yield `${block.join("\n")}\n`;
}
