import { type Step, stepOf } from "./scale";

export type MapValue = {
  code: string;
  name: string;
  /** Difference from the US in per cent; null for the US itself. */
  pct: number | null;
  /** A value that is no difference from the US; `pct` is null then. */
  other?: { step: Step; figure: string };
  detail?: string;
  href: string;
};

/** 1 shows on every map, 2 from 640 px, 3 from 960 px of its width. */
export type LabelPriority = 1 | 2 | 3;
export type MapLabel = {
  code: string;
  /** Use 1 for two or three labels. Earlier labels get the better place. */
  priority: LabelPriority;
  name?: string;
  text?: string;
};

export const stepOfValue = ({ pct, other }: MapValue): Step => other?.step ?? stepOf(pct ?? 0);
