import { type Step, stepOf } from "./scale";

export type MapValue = {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
  /** Difference from the US in per cent; null for the US itself, the base. */
  pct: number | null;
  /** 95 % interval of `pct`, drawn as a whisker on the label. */
  interval?: readonly [low: number, high: number] | null;
  /** Colour class and text of a value that is no difference from the US; `pct` is null then. */
  other?: { step: Step; figure: string };
  /** Line of the tooltip and the table: "$5.92 a month (TRY 289.99)", "124 products". */
  detail?: string;
  href: string;
};

/** 1 shows on every map, 2 from 640 px, 3 from 960 px of its width. */
export type LabelPriority = 1 | 2 | 3;
export type MapLabel = {
  code: string;
  /** Use priority 1 for two or three labels, the others for up to ten each; earlier labels get the better place. */
  priority: LabelPriority;
  /** Abbreviation of the country's name, where the name has no room: "UK". */
  name?: string;
  /** Instead of the difference: "base of the index". */
  text?: string;
};

/** Colour class of a value. */
export const stepOfValue = ({ pct, other }: MapValue): Step => other?.step ?? stepOf(pct ?? 0);
