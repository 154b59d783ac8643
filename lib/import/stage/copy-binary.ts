/** Header and trailer of a binary COPY (PostgreSQL manual, COPY, "Binary Format"). */
export const COPY_START = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
export const COPY_END = Buffer.from([0xff, 0xff]);

const INT4_OID = 23;

/** Row of a text, an integer and an array of integers in the binary COPY format. */
export function toCopyRow(text: string, integer: number, integers: Int32Array): Buffer {
  const textBytes = Buffer.byteLength(text);
  const row = Buffer.allocUnsafe(2 + 4 + textBytes + 8 + 4 + 20 + 8 * integers.length);
  let at = row.writeInt16BE(3);
  at = row.writeInt32BE(textBytes, at);
  at += row.write(text, at);
  at = row.writeInt32BE(integer, row.writeInt32BE(4, at));
  // Array: length in bytes, one dimension without nulls, element type, size, first index, elements.
  for (const field of [20 + 8 * integers.length, 1, 0, INT4_OID, integers.length, 1]) at = row.writeInt32BE(field, at);
  for (const element of integers) at = row.writeInt32BE(element, row.writeInt32BE(4, at));
  return row;
}
