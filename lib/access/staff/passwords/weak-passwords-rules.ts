import { dictionary } from "@zxcvbn-ts/language-common";

const COMMON = new Set(dictionary["passwords-common"].slice(0, 10_000));
/** Letters or digits of a part of an address that counts. */
const MIN_PART = 4;

/** Why a password is too easy to guess, worded to follow its label; null when it is not. */
export function findWeakness(password: string, email: string): string | null {
  const text = password.normalize("NFKC").toLowerCase();
  const unit = /^(.+?)\1+$/s.exec(text)?.[1] ?? text;
  const isCommon = [text, unit].some((one) => COMMON.has(one) || COMMON.has(withoutEnds(one)));
  if (isCommon || new Set(unit).size < MIN_PART) return "is one of the most common ones, or little more than that";
  const parts = email.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const isOwn = parts.some((part) => part.length >= MIN_PART && text.includes(part));
  return isOwn ? "holds a part of the e-mail address" : null;
}

/** Digits and signs around a word make it no better. */
const withoutEnds = (text: string): string => text.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");
