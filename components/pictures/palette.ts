import { type Step, stepOf } from "@/components/charts/scale";

/** Light colours of tokens.css: pictures are drawn without style sheets. */
export const PALETTE = {
  paper: "#fbfcfb",
  ink: "#12191c",
  ink2: "#445055",
  rule: "#d3dad9",
  control: "#76838a",
  accent: "#a3125f",
  sea: "#f4f7f7",
  land: "#f0f3f2",
  hatch: "#d2d9d8",
  coast: "#b7c1c1",
  graticule: "#dbe3e3",
} as const;

const STEP_COLOURS: Readonly<Record<Step, { fill: string; text: string }>> = {
  c5: { fill: "#02464e", text: "#ffffff" },
  c4: { fill: "#06717a", text: "#ffffff" },
  c3: { fill: "#45a6ab", text: "#10171a" },
  c2: { fill: "#91cdcd", text: "#10171a" },
  mid: { fill: "#e5e4dd", text: "#10171a" },
  d2: { fill: "#efc886", text: "#10171a" },
  d3: { fill: "#d98e40", text: "#10171a" },
  d4: { fill: "#964c1c", text: "#ffffff" },
};

export const coloursOf = (step: Step) => STEP_COLOURS[step];

/** `pct` against the US. */
export const colourOf = (pct: number): string => STEP_COLOURS[stepOf(pct)].fill;
