import { distance } from "fastest-levenshtein";

/** Letters that Unicode does not decompose, in their usual spelling. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ı: "i",
  ø: "o",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
};

/** `Turkiye` finds `Türkiye`; `+` is part of names. */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ıøßæœłđð]/g, (letter) => SPELLINGS[letter] ?? letter)
    .replace(/[’'‘.]/g, "")
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim();

/** Accepted edit distance for a word of this length. */
export const slipsIn = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2);

const sortLetters = (text: string) => [...text].sort().join("");

export const isWithin = (typed: string, word: string, most: number): boolean =>
  Math.abs(typed.length - word.length) <= most && countSlips(typed, word) <= most;

/** Edit distance; two swapped letters count once. */
export function countSlips(typed: string, word: string): number {
  const edits = distance(typed, word);
  return edits === 2 && sortLetters(typed) === sortLetters(word) ? 1 : edits;
}
