import "server-only";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { STAGED_RATE } from "@/lib/import/read/formats/format";
import { toTextBlocks } from "@/lib/import/read/text-blocks";
import type { FaultList } from "@/lib/import/report/faults";
import { CopySink } from "./copy-sink";
import type { ImportFile } from "./open-files";
import { openCsvRows, openCurrencyApi } from "./row-readers";

/** Size of a write: large enough to be efficient, small enough that memory stays flat. */
const CHUNK_BYTES = 262_144;

export interface StagedFile extends ImportFile {
  sha256: string;
  /** Figures staged, and valid ones that are not imported. */
  staged: number;
  skipped: number;
}

export interface StageOptions {
  faults: FaultList;
  latestDay: string;
  onRead: (progress: { bytes: number; rows: number }) => void;
}

/** Streams one file through its format into its staging table; reports faults to `faults`. */
export async function stageFile(client: ClientBase, file: ImportFile, options: StageOptions): Promise<StagedFile> {
  const { faults, latestDay, onRead } = options;
  const hash = createHash("sha256");
  const sink = new CopySink(file.index, faults);
  const { detected } = file;
  const [table, columns] =
    detected.kind === "csv"
      ? [detected.format.table, detected.format.stageColumns(detected.header)]
      : (["stage_rate", STAGED_RATE] as const);
  const reader =
    detected.kind === "csv" ? openCsvRows(detected.format, sink, latestDay) : openCurrencyApi(sink, latestDay);
  let bytes = 0;

  async function* readChunks(): AsyncGenerator<Buffer> {
    const chunks: AsyncIterable<Buffer> = createReadStream(file.path, { highWaterMark: CHUNK_BYTES });
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  async function* toCsv(): AsyncGenerator<string> {
    for await (const block of toTextBlocks(readChunks())) {
      for (const line of block.badLines) sink.fault(reader.line + line, null, "is not UTF-8");
      reader.read(block.text, block.badLines.length);
      onRead({ bytes, rows: sink.staged });
      yield sink.take();
    }
    reader.end();
    yield sink.take();
  }

  const names = columns.join(", ");
  const copy = `COPY ${table} (file, line, ${names}) FROM STDIN (FORMAT csv, FORCE_NULL (${names}))`;
  await pipeline(toCsv(), client.query(copyFrom(copy)));
  return { ...file, sha256: hash.digest("hex"), staged: sink.staged, skipped: sink.skipped };
}
