import "server-only";
import { BodyReply } from "@/lib/api/endpoint";
import { PriceRow } from "@/lib/catalogue/prices/schema";
import type { Version } from "@/lib/dataset/version";
import { toCsv } from "./encode";

/**
 * Answers with rows as a CSV file with the columns of the price record, missing cells empty; `name` is the file name.
 */
export async function toCsvReply(name: string, version: Version, rows: readonly object[]): Promise<BodyReply> {
  const pieces: string[] = [];
  for await (const piece of toCsv(Object.keys(PriceRow.shape), toBatch(rows), false)) pieces.push(piece);
  const fileName = `price-atlas-${name}-${version.version}.csv`;
  return new BodyReply("text/csv; charset=utf-8; header=present", pieces.join(""), { version, fileName });
}

async function* toBatch(rows: readonly object[]) {
  yield rows;
}
