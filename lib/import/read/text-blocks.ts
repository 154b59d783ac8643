import { isUtf8 } from "node:buffer";

const MAX_CARRIED_BYTES = 1_048_576;

export interface TextBlock {
  /** Text of whole lines. Lines that are not UTF-8 are left empty, so that line numbers in faults stay right. */
  text: string;
  /** Lines of the block that are not UTF-8, from 1. */
  badLines: number[];
}

/** Decodes bytes into blocks of whole lines, so that no character is cut. Drops a byte-order mark. */
export async function* toTextBlocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextBlock> {
  let carried: Buffer[] = [];
  let carriedBytes = 0;
  let isFirst = true;
  const decode = (bytes: Buffer) => {
    const block = decodeLines(bytes);
    if (isFirst && block.text.startsWith("\uFEFF")) block.text = block.text.slice(1);
    isFirst = false;
    return block;
  };
  for await (const chunk of chunks) {
    const newline = chunk.lastIndexOf(0x0a);
    if (newline === -1 && carriedBytes + chunk.length <= MAX_CARRIED_BYTES) {
      carried.push(chunk);
      carriedBytes += chunk.length;
      continue;
    }
    const end = newline === -1 ? chunk.length : newline + 1;
    yield decode(Buffer.concat([...carried, chunk.subarray(0, end)]));
    carried = end < chunk.length ? [chunk.subarray(end)] : [];
    carriedBytes = chunk.length - end;
  }
  if (carriedBytes > 0) yield decode(Buffer.concat(carried));
}

function decodeLines(bytes: Buffer): TextBlock {
  if (isUtf8(bytes)) return { text: bytes.toString("utf8"), badLines: [] };
  const badLines: number[] = [];
  let text = "";
  for (let start = 0, line = 1; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    const part = bytes.subarray(start, end);
    if (isUtf8(part)) text += part.toString("utf8");
    else {
      badLines.push(line);
      text += "\n";
    }
    start = end;
  }
  return { text, badLines };
}
