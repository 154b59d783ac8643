import { readFileSync } from "node:fs";
import { FaultList } from "@/lib/import/read/faults";
import { openFiles } from "@/lib/import/read/open/detect";
import type { Choices } from "@/lib/import/read/people/cells-rules";

const LATEST = "2026-11-29";
const CHUNK_BYTES = 100;

/** Reads a file as people have it, in small chunks: rows as sorted lines, faults as `line: column: text`, rewritings. */
export async function readPeopleFile(path: string, choices: Choices) {
  const list = new FaultList();
  const [file] = await openFiles([path], undefined, list, choices);
  const faults = list.first().map(({ line, column, text }) => `${line}: ${column}: ${text}`);
  const read: string[] = [];
  const reader = file?.open(
    {
      stage: (_line, values) => read.push(values.join(",").replace(/,+$/, "")),
      fault: (line, column, text) => faults.push(`${line}: ${column}: ${text}`),
      skip: () => {},
    },
    LATEST,
  );
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) await reader?.write(bytes.subarray(at, at + CHUNK_BYTES));
  await reader?.end();
  return { read: read.sort(), faults: faults.sort(), rewritten: file?.rewritten() ?? [] };
}
