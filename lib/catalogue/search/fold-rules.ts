import { distance } from "fastest-levenshtein";

/** Letters that Unicode does not decompose, with their usual typing without accents. */
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

/** Lower case without accents and punctuation, so that `Turkiye` finds `Türkiye`; `+` is part of names. */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ıøßæœłđð]/g, (letter) => SPELLINGS[letter] ?? letter)
    .replace(/[’'‘.]/g, "")
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim();

/** Largest edit distance accepted for a typed word of this length. */
export const slipsIn = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2);

const sortLetters = (text: string) => [...text].sort().join("");

/** Checks that two folded words are at most so many typing errors apart. */
export const isWithin = (typed: string, word: string, most: number): boolean =>
  Math.abs(typed.length - word.length) <= most && countSlips(typed, word) <= most;

/** Typing errors between two folded words: their edit distance, where two letters in the wrong order count once. */
export function countSlips(typed: string, word: string): number {
  const edits = distance(typed, word);
  return edits === 2 && sortLetters(typed) === sortLetters(word) ? 1 : edits;
}
