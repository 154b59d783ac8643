import { PRICE_HEADER, RATE_HEADER } from "./corrections";
import { importHere, makeFolder } from "./import-cli";
import { addDays, dayOfReadings } from "./test-days";

let published = 0;
const nextDay = () => addDays(dayOfReadings(), ++published - 60);

async function publish(databaseUrl: string, header: string, row: string): Promise<void> {
  await using folder = await makeFolder();
  const paths = [await folder.write(`${published}.csv`, `${header}\n${row}\n`)];
  const { code, text } = await importHere(databaseUrl, paths, true);
  if (code !== 0) throw new Error(text);
}

/** Publishes one web price a month, each time read a day later: in Germany in euros, elsewhere in US dollars. */
export function publishAmount(databaseUrl: string, amount: string, product = "netflix", country = "DE"): Promise<void> {
  const currency = country === "DE" ? "EUR" : "USD";
  const row = `${product},${country},web,monthly,${amount},${currency},${nextDay()},opentherank-2026-09-30,https://a.example/`;
  return publish(databaseUrl, PRICE_HEADER, row);
}

/** Publishes a rate of the euro, each time a day later. */
export const publishRate = (databaseUrl: string, rate: string): Promise<void> =>
  publish(databaseUrl, RATE_HEADER, `EUR,${nextDay()},${rate},ecb`);
