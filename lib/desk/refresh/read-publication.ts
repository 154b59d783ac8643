import "server-only";
import { createHash } from "node:crypto";
import { toCsvText } from "@/lib/desk/changes/files/desk-files";
import { FetchFailed } from "@/lib/platform/guarded-request";
import { type ReadFile, readEcbDays, toEcbFile, toImportFiles } from "./convert";
import { fetchGuarded } from "./fetch-guarded";
import { findNewestDay, toPriceFile } from "./netflix";
import { findLongerFile } from "./rules";
import { FEED_BYTES, type Feed } from "./schema";

export const TIMEOUT_MS = 30_000;

export type Reading = { files: ReadFile[]; etag: string | null; lastModified: string | null; sha256: string };

/** What its address serves now; null where that is what came last. Throws FetchFailed. */
export async function readPublication(feed: Feed): Promise<Reading | null> {
  const limits = { maxBytes: FEED_BYTES[feed.format], timeoutMs: TIMEOUT_MS };
  const fetched = await fetchGuarded(feed.address, { ...feed, ...limits });
  if (fetched.kind === "unchanged") return null;
  const { content, etag, lastModified } = fetched;
  const files = [...describeSource(feed), ...(await toFiles(feed, content, limits))];
  const hash = createHash("sha256");
  for (const file of files) hash.update(file.content);
  const sha256 = hash.digest("hex");
  return sha256 === feed.sha256 ? null : { files, etag, lastModified, sha256 };
}

type Limits = { maxBytes: number; timeoutMs: number };
type Served = Pick<Feed, "address" | "format" | "lastReadOn">;

/** The files of an import that a publication becomes. Throws FetchFailed. */
export async function toFiles(feed: Served, content: Buffer, limits: Limits): Promise<ReadFile[]> {
  if (feed.format === "netflix") return readNetflix(content, limits);
  if (feed.format === "ecb-xml") return [await readEcb(feed, content, limits)];
  return toImportFiles(feed.format, content);
}

/** The days of the present file, and those between it and the one that was read last from a file that reaches further back. */
async function readEcb({ address, lastReadOn }: Served, present: Buffer, limits: Limits): Promise<ReadFile> {
  const days = readEcbDays(present);
  const newest = days[0]?.time ?? "";
  const longer = findLongerFile(address, lastReadOn, newest);
  if (longer === null) return toEcbFile(days);
  const fetched = await fetchGuarded(longer, { etag: null, lastModified: null, ...limits });
  if (fetched.kind === "unchanged") throw new FetchFailed("it answered 304 to a first question");
  const between = readEcbDays(fetched.content).filter(({ time }) => time > (lastReadOn ?? "") && time < newest);
  return toEcbFile([...days, ...between]);
}

/** Its row in the table of sources, as it was approved at the desk. */
function describeSource({ id, name, publisher, address, license, attribution }: Feed): ReadFile[] {
  if (attribution === null) return [];
  const row = { id, name, publisher, url: new URL(address).origin, license, attribution };
  return [{ name: "sources.csv", content: Buffer.from(toCsvText(Object.keys(row), [row])) }];
}

async function readNetflix(listing: Buffer, limits: Limits): Promise<ReadFile[]> {
  const newest = findNewestDay(listing);
  const day = await fetchGuarded(newest.address, { etag: null, lastModified: null, ...limits });
  if (day.kind === "unchanged") throw new FetchFailed("it answered 304 to a first question");
  return [await toPriceFile(day.content, newest)];
}
