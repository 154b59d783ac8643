import type { TestDatabase } from "./database";
import { importHere, makeFolder, query } from "./import-cli";
import { copyDatabase, createDatabase } from "./server";

export const PRICE_HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
export const RATE_HEADER = "currency,date,usd_per_unit,source";
export const PRICE_CORRECTION_HEADER =
  "product,country,platform,period,observed_on,action,amount,currency,reason,note,source,source_url";
export const RATE_CORRECTION_HEADER = "currency,date,source,action,usd_per_unit,reason,note";

const CATALOGUE = {
  "sources.csv": [
    "id,name,publisher,url,license,attribution",
    ...["a", "b"].map((id) => `${id},Source ${id},Someone,https://${id}.example/,CC0-1.0,Someone`),
  ],
  "products.csv": [
    "slug,name,vendor,service,category,plan,website,in_basket",
    "x,X,Maker,X,ai,Pro,,true",
    "y,Y,,Y,ai,Pro,,false",
  ],
};

let prepared: Promise<TestDatabase> | undefined;

async function prepareCatalogue(): Promise<TestDatabase> {
  const database = await createDatabase("migrated");
  await using folder = await makeFolder();
  const files = Object.entries(CATALOGUE).map(([name, lines]) => folder.write(name, lines.join("\n")));
  await importHere(database.url, await Promise.all(files));
  return database;
}

/** A database with two sources and two products, without a price. They are imported once in each process. */
export async function createCatalogue(): Promise<TestDatabase> {
  prepared ??= prepareCatalogue();
  return copyDatabase(await prepared);
}

/** Without an amount: no longer listed. */
export const price = (amount: string, day: string, { source = "a", country = "US", currency = "USD" } = {}) =>
  `x,${country},ios,monthly,${amount},${amount && currency},${day},${source},https://${source}.example/`;

export const replace = (day: string, amount: string, { source = "a", country = "US", reason = "typing_error" } = {}) =>
  `x,${country},ios,monthly,${day},replace,${amount},${amount && "USD"},${reason},,${source},https://${source}.example/`;
export const withdraw = (day: string, { source = "", country = "US", reason = "source_error" } = {}) =>
  `x,${country},ios,monthly,${day},withdraw,,,${reason},taken back,${source},`;

export async function openLedger() {
  const database = await createCatalogue();
  const folder = await makeFolder();
  let number = 0;
  const write = async (files: readonly (readonly string[])[]) => {
    const paths = [];
    for (const rows of files) {
      number += 1;
      paths.push(await folder.write(`${number}.csv`, [...rows, ""].join("\n")));
    }
    return paths;
  };
  const importFiles = async (...files: (readonly string[])[]) => {
    const paths = await write(files);
    const { code, text } = await importHere(database.url, paths, true);
    return { code, text: text.replaceAll(/\S*\/(\d+\.csv)/g, "$1") };
  };
  return {
    url: database.url,
    write,
    importFiles,
    importPrices: (...rows: string[]) => importFiles([PRICE_HEADER, ...rows]),
    correct: (...rows: string[]) => importFiles([PRICE_CORRECTION_HEADER, ...rows]),
    read: async (sql: string) => (await query(database.url, sql)).map((row) => row.join(" ")),
    [Symbol.asyncDispose]: async () => {
      await folder[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
