import { importHere, makeFolder } from "./import-cli";

const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const RATES = "currency,date,source,usd_per_unit";
const SOURCE = "opentherank-2026-09-30";
const PRODUCTS = ["netflix", "chatgpt", "spotify", "disney-plus"];
const COUNTRIES = ["TR", "US", "DE", "AR", "AQ"];

/** Publishes a small import: changed, confirmed, new and ended prices, and every third time exchange rates. */
export async function publishNext(databaseUrl: string, number: number): Promise<void> {
  await using folder = await makeFolder();
  const day = new Date(Date.UTC(2026, 9, 1) + number * 86_400_000).toISOString().slice(0, 10);
  const rows = COUNTRIES.map((country, at) => {
    const product = PRODUCTS[(number + at) % PRODUCTS.length] ?? "";
    const isEnded = (number + at) % 7 === 0;
    const amount = isEnded ? "," : `${10 + ((number * 7 + at * 3) % 11)}.99,${country === "TR" ? "TRY" : "USD"}`;
    return `${product},${country},ios,monthly,${amount},${day},${SOURCE},https://opentherank.com/${product}/`;
  });
  const files = [await folder.write("prices.csv", `${[HEADER, ...rows].join("\n")}\n`)];
  if (number % 3 === 0) {
    const rates = `${RATES}\nTRY,${day},ecb,0.0${200 + number}\nEUR,${day},ecb,1.${100 + number}\n`;
    files.push(await folder.write("fx.csv", rates));
  }
  const { code, text } = await importHere(databaseUrl, files, true);
  if (code !== 0) throw new Error(text);
}
