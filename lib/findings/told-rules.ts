import type { Ranking } from "@/lib/catalogue/prices/ranking/rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { formatCount } from "@/lib/text/format";
import { capitalize, countWord } from "@/lib/text/words";
import { inMonths } from "./age-rules";
import { inTense, type Tense } from "./tense-rules";

/** What decides how the prices of a product are told. */
export type Told = {
  ranking: Ranking;
  /** Past for a day that the address names. */
  tense?: Tense;
  /** See `isAged`. */
  isAged?: boolean;
  /** All amounts are without tax. */
  isTaxFree?: boolean;
};

/** Past for a past day, and where the sentence begins with its month. */
export const tenseOf = ({ ranking, tense, isAged }: Told): Tense =>
  tense === "past" || isAged || ranking === "last_seen" ? "past" : "present";

/** What a sentence about these prices begins with: nothing, `In September 2026`, or `Last seen in April 2026`. */
export function writeWhen(prices: readonly Pick<Price, "verified_on">[], { ranking, tense, isAged }: Told): string {
  if (ranking === "last_seen") return `Last seen ${inMonths(prices)}`;
  return isAged && tense !== "past" ? capitalize(inMonths(prices)) : "";
}

/** `Last seen in April 2026: 227 more countries`: outdated prices beside those that are ranked. */
export const writeLastSeen = (
  prices: readonly Pick<Price, "verified_on">[],
  { one, many }: { one: string; many: string },
): string => `Last seen ${inMonths(prices)}: ${formatCount(prices.length)} ${prices.length === 1 ? one : many}`;

/** A sentence that begins with a name, after `writeWhen`. */
export function tellOf(prices: readonly Pick<Price, "verified_on">[], told: Told, sentence: string): string {
  const when = writeWhen(prices, told);
  if (when === "") return sentence;
  return told.ranking === "last_seen" ? `${when}: ${sentence}` : `${when} ${sentence}`;
}

/** `prices of Kimi are uncertain: of 13 of 14 countries nobody states what they pay for`. `ranked`: one price a country. */
export function writeUncertain(label: string, ranked: readonly Pick<Price, "evidence">[], tense: Tense): string {
  const count = (evidence: Price["evidence"]) => ranked.filter((price) => price.evidence === evidence).length;
  const open = count("highest_period_open");
  const contradicted = count("contradicted");
  const scope = (some: number, noun: string) =>
    some === ranked.length ? "" : `of ${countWord(some)} of ${countWord(ranked.length)}${noun} `;
  const reasons = [
    ...(open > 0 ? [`${scope(open, " countries")}nobody states what they pay for`] : []),
    ...(contradicted > 0
      ? [`${scope(contradicted, open > 0 ? "" : " countries")}another source states another amount`]
      : []),
  ];
  return `prices of ${label} ${inTense("are", tense)} uncertain: ${reasons.join(", and ")}`;
}
