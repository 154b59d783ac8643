import { type Step, stepOf } from "@/components/charts/scale";

/** Colours of the diverging scale in tokens.css, light theme; the card is drawn without style sheets. */
const STEP_COLOURS: Readonly<Record<Step, string>> = {
  c5: "#02464e",
  c4: "#06717a",
  c3: "#45a6ab",
  c2: "#91cdcd",
  mid: "#e5e4dd",
  d2: "#efc886",
  d3: "#d98e40",
  d4: "#964c1c",
};

/** Colour of a difference from the US, in per cent. */
export const colourOf = (pct: number): string => STEP_COLOURS[stepOf(pct)];
