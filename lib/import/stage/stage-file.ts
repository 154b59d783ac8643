import "server-only";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { FaultList } from "@/lib/import/read/faults";
import type { RowSink } from "@/lib/import/read/formats/format";
import type { LeftOutRows } from "@/lib/import/read/left-out-rows";
import type { ImportFile } from "@/lib/import/read/open/detect";

const CHUNK_BYTES = 262_144;

export interface StagedFile extends ImportFile {
  sha256: string;
  staged: number;
  skipped: number;
  /** Several rows that stand in one line, such as a day of rates. */
  isOneLine: boolean;
}

interface StageOptions {
  faults: FaultList;
  /** Rows that are read and left out. */
  leftOut: LeftOutRows;
  latestDay: string;
  onRead: (rows: number, bytes: number) => void;
}

export async function stageFile(client: ClientBase, file: ImportFile, options: StageOptions): Promise<StagedFile> {
  const { faults, leftOut, latestDay, onRead } = options;
  const hash = createHash("sha256");
  const counts = { staged: 0, skipped: 0 };
  const lines = { first: 0, last: 0 };
  let text = "";
  const sink: RowSink = {
    stage(line, values) {
      if (leftOut.has(file.index, line)) return;
      if (counts.staged === 0) lines.first = line;
      lines.last = line;
      counts.staged += 1;
      text += `${file.index},${line},${values.map(toCell).join(",")}\n`;
    },
    fault(line, column, fault, whole = undefined) {
      if (whole === undefined && leftOut.has(file.index, line)) return;
      faults.add({ file: file.index, line, column, text: fault, whole: whole ?? null });
    },
    skip: () => void counts.skipped++,
  };
  const reader = file.open(sink, latestDay);

  async function* readRows(): AsyncGenerator<string> {
    const chunks: AsyncIterable<Buffer> = createReadStream(file.path, { highWaterMark: CHUNK_BYTES });
    let bytes = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      await reader.write(chunk);
      bytes += chunk.length;
      onRead(counts.staged, bytes);
      yield text;
      text = "";
    }
    await reader.end();
    yield text;
  }

  const { table, columns } = file.format;
  const copy = `COPY ${table} (file, line, ${columns.join(", ")}) FROM STDIN (FORMAT csv)`;
  await pipeline(readRows(), client.query(copyFrom(copy)));
  const isOneLine = counts.staged > 1 && lines.first === lines.last;
  return { ...file, ...counts, isOneLine, sha256: hash.digest("hex") };
}

/** An empty cell without quotes is NULL. */
function toCell(value: string | null): string {
  if (value === null) return "";
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
