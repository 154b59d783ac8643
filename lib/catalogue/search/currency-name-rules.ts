import { PAID_CODES } from "@/lib/contract/currencies";
import { fold } from "./fold-rules";

/** Words that several currencies share, and the one that is meant most. */
const COMMON: Readonly<Record<string, string>> = {
  dollar: "USD",
  dollars: "USD",
  bucks: "USD",
  euros: "EUR",
  pound: "GBP",
  pounds: "GBP",
  sterling: "GBP",
  quid: "GBP",
  rupee: "INR",
  rupees: "INR",
  yen: "JPY",
  yuan: "CNY",
  rmb: "CNY",
  renminbi: "CNY",
  won: "KRW",
  lira: "TRY",
  liras: "TRY",
  real: "BRL",
  reais: "BRL",
  reals: "BRL",
  peso: "MXN",
  pesos: "MXN",
  franc: "CHF",
  francs: "CHF",
  franken: "CHF",
  zloty: "PLN",
  ruble: "RUB",
  rubles: "RUB",
  rouble: "RUB",
  naira: "NGN",
  rand: "ZAR",
  krona: "SEK",
  kronor: "SEK",
  dirham: "AED",
  dirhams: "AED",
  riyal: "SAR",
  hryvnia: "UAH",
  shekel: "ILS",
  shekels: "ILS",
  rupiah: "IDR",
  baht: "THB",
  dong: "VND",
};

const LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "tr", "pl", "nl"];

let known: ReadonlyMap<string, string> | undefined;

/** Built on first use. */
function readNames(): ReadonlyMap<string, string> {
  if (known) return known;
  const names = new Map(Object.entries(COMMON));
  for (const code of PAID_CODES) names.set(fold(code), code);
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: "currency", fallback: "none" });
    for (const code of PAID_CODES) {
      const name = fold(display.of(code) ?? "");
      if (name !== "" && !names.has(name)) names.set(name, code);
      if (language === "en" && !names.has(`${name}s`)) names.set(`${name}s`, code);
    }
  }
  known = names;
  return names;
}

/** Code of a currency by its code or name: `EUR`, `euros`, `Indian rupees`; null for other texts. */
export const findCurrency = (folded: string): string | null => readNames().get(folded) ?? null;
