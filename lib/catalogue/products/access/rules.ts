import { type AccessQuestion, MAX_SENTENCE_CHARS } from "./schema";

export const QUESTION_NAMES: Readonly<Record<AccessQuestion, string>> = {
  payment: "Payment",
  account_country: "Account country",
  moving: "Moving",
  family_abroad: "Family abroad",
};

/** Questions of the desk's form, which say what a sentence has to answer. */
export const QUESTION_TEXTS: Readonly<Record<AccessQuestion, string>> = {
  payment: "Payment: does it take a card of another country?",
  account_country: "Account country: can it be chosen or changed?",
  moving: "Moving: what becomes of the subscription?",
  family_abroad: "Family abroad: may members live in another country?",
};

/** Ways to pretend to be elsewhere, which nobody is advised to go. */
const PRETENDING = /vpn|v\.p\.n|virtual private network|smart[ -]?dns|\bprox(y|ies)\b/i;

/** Why a text is no sentence to publish, to follow the name of its field. Null for one that is. */
export function findSentenceFault(text: string): string | null {
  if (text.length > MAX_SENTENCE_CHARS) return `is longer than ${MAX_SENTENCE_CHARS} characters`;
  if (PRETENDING.test(text)) return "speaks of VPNs or the like: it says what the service allows, and no way around it";
  if (/https?:|www\./i.test(text)) return "has an address in it, which belongs into source_url";
  return /[.!?]$/.test(text) ? null : "is no whole sentence: it ends without a full stop";
}
