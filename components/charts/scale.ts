/** Cheapest first. CSS colours them by `data-step`. */
export type Step = "c5" | "c4" | "c3" | "c2" | "mid" | "d2" | "d3" | "d4";

/** Upper bounds in per cent against the US, inclusive. Equal on every page, so that a colour keeps its meaning. */
export const STEPS: readonly { step: Step; upTo: number; text: string }[] = [
  { step: "c5", upTo: -60, text: "under −60%" },
  { step: "c4", upTo: -40, text: "−60 to −40" },
  { step: "c3", upTo: -20, text: "−40 to −20" },
  { step: "c2", upTo: -5, text: "−20 to −5" },
  { step: "mid", upTo: 5, text: "about the same" },
  { step: "d2", upTo: 20, text: "+5 to +20" },
  { step: "d3", upTo: 40, text: "+20 to +40" },
  { step: "d4", upTo: Number.POSITIVE_INFINITY, text: "over +40%" },
];

export const stepOf = (pct: number): Step => STEPS.find(({ upTo }) => pct <= upTo)?.step ?? "d4";

/** Share of income as a multiple of the US share; a larger share has the colour of a higher price. */
export const BURDEN_STEPS: readonly { step: Step; upTo: number; text: string }[] = [
  { step: "c3", upTo: 0.67, text: "up to ⅔ of the US share" },
  { step: "c2", upTo: 0.9, text: "up to 0.9" },
  { step: "mid", upTo: 1.1, text: "about the same" },
  { step: "d2", upTo: 2, text: "up to twice" },
  { step: "d3", upTo: 5, text: "up to 5 times" },
  { step: "d4", upTo: Number.POSITIVE_INFINITY, text: "more" },
];

export const burdenStepOf = (ratio: number): Step => BURDEN_STEPS.find(({ upTo }) => ratio <= upTo)?.step ?? "d4";

export type Domain = readonly [from: number, to: number];

/** In per cent against the US. */
export const RULER: Domain = [-90, 60];
export const STRIP: Domain = [-90, 50];

/** Position in per cent of the width; values outside are put at the edge. */
export function positionOn([from, to]: Domain, value: number): number {
  return Math.round(((Math.max(from, Math.min(to, value)) - from) / (to - from)) * 10_000) / 100;
}

/** `−60`, `+20`, `0`: a tick of a per cent axis. */
export const signed = (value: number): string => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;
