/** Zeros of the scripts in which shops print digits, full-width ones among them. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x1040,
  0x17e0, 0xff10,
];

const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Digits of any script in ASCII, every space as one plain space, without marks of direction. */
export function toPlainText(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g, " ")
    .trim();
}

function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((one) => code >= one && code < one + 10);
  return zero === undefined ? digit : String(code - zero);
}
