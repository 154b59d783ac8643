import type { NotedDoubt } from "@/lib/catalogue/prices/evidence/rules";

const NAMES_PERIOD =
  /\b(?:week|month|year|annual|mensual|mensuel|mensal|anual|annuel|semana|hebdo|woche|monat|jahr|aylık|yıllık|haftalık)|월|月|週|年|weekly|monthly|yearly/i;

/** Doubt and number of offers in a publisher's note. Unknown notes count as a plan that may differ. */
export function readPriceNote(text: string): { evidence: NotedDoubt; offers: string | null; note: string | null } {
  const offers = /\blists (\d{1,4}) /.exec(text)?.[1] ?? null;
  const evidence = findDoubt(text);
  return evidence === null ? { evidence: "plan_differs", offers, note: text } : { evidence, offers, note: null };
}

function findDoubt(note: string): NotedDoubt | null {
  if (/infer that the lower matching price is monthly/i.test(note)) return "period_inferred";
  if (/do not share a name/i.test(note)) return "plan_differs";
  if (/retains the previously recorded price/i.test(note)) return "previous_price";
  if (!/displays the highest price/i.test(note)) return null;
  const name = /“([^”]*)”/.exec(note)?.[1] ?? "";
  return NAMES_PERIOD.test(name) ? "highest_of_several" : "highest_period_open";
}
