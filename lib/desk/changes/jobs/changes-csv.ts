import "server-only";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import Big from "big.js";
import type { ClientBase } from "pg";
import { readPriceChanges } from "@/lib/import/report/price-changes";

const COLUMNS = [
  "product",
  "country",
  "platform",
  "period",
  "previous_amount",
  "previous_currency",
  "previous_on",
  "amount",
  "currency",
  "observed_on",
  "factor_usd",
  "file",
  "line",
];

/**
 * Gzipped CSV, largest changes first. Runs inside the transaction of the dry run; `fileNames` in the order of the
 * import.
 */
export async function writeChangesCsv(client: ClientBase, fileNames: readonly string[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await pipeline(writeLines(client, fileNames), createGzip(), async (compressed: AsyncIterable<Buffer>) => {
    for await (const piece of compressed) pieces.push(piece);
  });
  return Buffer.concat(pieces);
}

/** No cell needs quotes: none contains a separator. */
async function* writeLines(client: ClientBase, fileNames: readonly string[]): AsyncGenerator<string> {
  yield `${COLUMNS.join(",")}\n`;
  // Prevents cells that a spreadsheet takes for formulas.
  const names = fileNames.map((name) => name.replace(/^-/, "'-"));
  for await (const change of readPriceChanges(client)) {
    const { product, country, platform, period, previousAmount, previousCurrency, previousOn } = change;
    const { amount, currency, observedOn, factor, file, line } = change;
    const cells = [
      product,
      country,
      platform,
      period,
      previousAmount,
      previousCurrency,
      previousOn,
      amount,
      currency,
      observedOn,
      Big(factor).toFixed(4),
      file === null ? "" : names[file],
      line ?? "",
    ];
    yield `${cells.join(",")}\n`;
  }
}
