/** Past for prices of a past day, and for those whose month a sentence begins with. */
export type Tense = "present" | "past";

const PAST = {
  are: "were",
  cost: "cost",
  costs: "cost",
  does: "did",
  has: "had",
  is: "was",
  pay: "paid",
  share: "shared",
  takes: "took",
} as const;

export const inTense = (verb: keyof typeof PAST, tense: Tense): string => (tense === "past" ? PAST[verb] : verb);
