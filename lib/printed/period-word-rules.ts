import type { Period } from "@/lib/contract/codes";

const WEEK =
  "w wk week weeks weekly woche wöchentlich semana semaine settimana week tydzień tydz hafta týden hét uke uge vecka viikko vk тиждень тиж неделя неделю нед 周 週 주 minggu";
const MONTH =
  "m mo mos mon mth month months monthly monat monate monatlich mtl mes meses mês mois mese mesi maand mnd miesiąc mies ay měsíc měs hónap hó mån månad måned md kuukausi kk місяць міс месяц мес lună luna mjesec μήνα 月 か月 ヶ月 个月 個月 월 개월 เดือน tháng bulan bln شهر חודש";
const QUARTER = "quarter quarterly quartal trimestre";
const YEAR =
  "y yr yrs year years yearly annual annually annum jahr jährlich año ano an année anno jaar rok yıl év år vuosi v рік год 年 년 ปี năm tahun thn سنة שנה";

const OF_WORD = new Map<string, Period>();
for (const [words, period] of [
  [WEEK, "weekly"],
  [MONTH, "monthly"],
  [QUARTER, "quarterly"],
  [YEAR, "yearly"],
] as const)
  for (const word of words.split(" ")) OF_WORD.set(word, period);

const OF_MONTHS: Readonly<Record<string, Period>> = {
  "1": "monthly",
  "3": "quarterly",
  "6": "semiannual",
  "12": "yearly",
};

const PHRASE =
  /(?:\s*\/\s*|\s+(?:a|an|per|every|each|pro|je|im|par|por|al|à la|i|om|за|в|na|co|за)\s+|\s+)(?:(\d{1,2})[\s-]?)?([\p{L}\p{M}]+)\.?$/u;

type PeriodAtEnd = {
  rest: string;
  /** Null for a number of weeks or years that no period has. */
  period: Period | null;
};

/** Splits `9.99 / month`, `9,99 € im Monat`, `59.99 every 6 months`. Null where the text ends otherwise. */
export function splitPeriod(plain: string): PeriodAtEnd | null {
  const text = plain.replace(/, without tax$/, "");
  const match = PHRASE.exec(text);
  const [phrase = "", count, word = ""] = match ?? [];
  const one = OF_WORD.get(word.toLowerCase());
  if (match === null || one === undefined) return null;
  // `9 m`: a bare letter is a period behind a stroke alone.
  if (word.length === 1 && /^[a-z]$/i.test(word) && !phrase.includes("/")) return null;
  // `12 990 Ft 3 months`: a count needs a word or stroke before it.
  if (count !== undefined && /^\s+\d/.test(phrase)) return null;
  const isOne = count === undefined || Number(count) === 1;
  const period =
    one === "monthly" && count !== undefined ? (OF_MONTHS[String(Number(count))] ?? null) : isOne ? one : null;
  return { rest: text.slice(0, match.index), period };
}
