import "server-only";
import { familyOf } from "@/lib/dataset/reading/rules";
import { dayAfter } from "@/lib/import/read/cell-rules";
import { FORMAT_NAMES, type RowSink } from "@/lib/import/read/formats/format";
import { detectFormat } from "@/lib/import/read/open/detect";
import { currentDay } from "@/lib/platform/clock";
import { FetchFailed } from "@/lib/platform/guarded-request";
import { capitalize, countNoun } from "@/lib/text/words";
import type { ReadFile } from "./convert";
import { fetchGuarded, TooLong } from "./fetch-guarded";
import { TIMEOUT_MS, toFiles } from "./read-publication";
import { FEED_BYTES, type Feed, type FeedFormat } from "./schema";

/** More is not read for a try, which happens in the serving process. */
const TRY_MB = 5;
const CELLS_SHOWN = 8;

/** What an address serves now, in sentences without the address; nothing is kept. */
export async function tryAddress(address: string, { id, format }: Pick<Feed, "id" | "format">): Promise<string> {
  const maxBytes = Math.min(TRY_MB * 1_000_000, FEED_BYTES[format]);
  const limits = { maxBytes, timeoutMs: TIMEOUT_MS };
  try {
    const fetched = await fetchGuarded(address, { etag: null, lastModified: null, ...limits });
    if (fetched.kind === "unchanged") throw new FetchFailed("it answered 304 to a first question");
    const files = await toFiles({ address, format, lastReadOn: null }, fetched.content, limits);
    const told = await Promise.all(files.map((file) => describeRows(file, id, format)));
    return told.join(" ");
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    if (error instanceof TooLong && maxBytes < FEED_BYTES[format])
      return `The address answers with more than ${TRY_MB} MB, which is not read for a try.`;
    return `The address was tried and could not be read: ${error.message}.`;
  }
}

async function describeRows({ content }: ReadFile, id: string, format: FeedFormat): Promise<string> {
  const wanted = FORMAT_NAMES.find((name) => name === format);
  const readings = detectFormat(content.toString("utf8", 0, 65_536).replace(/^\uFEFF/, ""), wanted);
  if (readings.kind === "unknown") throw new FetchFailed(readings.text);
  const { columns } = readings.format;
  const source = columns.indexOf("source_id");
  const seen = { rows: 0, others: 0, faults: 0, first: "", fault: "" };
  const sink: RowSink = {
    stage(_line, values) {
      seen.rows += 1;
      if (seen.rows === 1)
        seen.first = values
          .filter((value) => value !== null && value !== "")
          .slice(0, CELLS_SHOWN)
          .join(", ");
      if (readings.format.name === "native" && source !== -1 && familyOf(values[source] ?? "") !== id) seen.others += 1;
    },
    fault(line, column, text) {
      seen.faults += 1;
      if (seen.faults === 1) seen.fault = `line ${line}: ${column === null ? "" : `${column}: `}${text}`;
    },
    skip: () => {},
  };
  const reader = readings.open(sink, dayAfter(currentDay()));
  await reader.write(content);
  await reader.end();
  const { rows, others, faults, first, fault } = seen;
  return [
    `The address was tried: it serves ${countNoun(rows, "row", "rows")} that can be read${rows > 0 ? `, the first ${first}` : ""}.`,
    ...(faults > 0 ? [`It has ${countNoun(faults, "fault", "faults")}, the first in ${fault}.`] : []),
    ...(others > 0 ? [`${capitalize(countNoun(others, "row names", "rows name"))} another source than ${id}.`] : []),
  ].join(" ");
}
