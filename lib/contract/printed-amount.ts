const CURRENCY_BEFORE = /^[A-Z]{0,4}\s?\p{Sc}?\s?(?=\d)/u;
const CURRENCY_AFTER = /(?<=\d)\s?(?:[A-Z]{3}|\p{Sc})$/u;
const PERIOD_AFTER = /\s(?:a|per|every)\s(?:\d\s)?[a-z]+(?:, without tax)?$/;

/**
 * Digits of an amount as pages and files print it: `KES 1,700`, `$15.89 a month`, `DKK 179 a week`, `349,99`. Returns
 * any other text as it is, so that a check can refuse it.
 */
export function readPrintedAmount(text: string): string {
  const plain = text.replace(/[\u00a0\u202f\s]+/g, " ").trim();
  const number = plain.replace(PERIOD_AFTER, "").replace(CURRENCY_BEFORE, "").replace(CURRENCY_AFTER, "");
  if (/^\d{1,3}(?:[,' ’]\d{3})+(?:\.\d+)?$/.test(number)) return number.replace(/[,' ’]/g, "");
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(number)) return number.replaceAll(".", "").replace(",", ".");
  if (/^\d+,\d{1,2}$/.test(number)) return number.replace(",", ".");
  return /^\d+(?:\.\d+)?$/.test(number) ? number : text;
}
