import type { CSSProperties } from "react";
import { formatPct } from "@/lib/text/format";
import { stepOf } from "./scale";

type DifferenceProps = {
  /** Per cent against the base, such as the reader's country; null for the base itself. */
  pct: number | null;
  digits?: number;
  baseText?: string;
};

/** Difference from the base: bar and figure, on the same scale (−100 to +50) everywhere. */
export function Difference({ pct, digits = 1, baseText = "US price" }: DifferenceProps) {
  const style: CSSProperties & { "--pct": string } = { "--pct": Math.min(pct ?? 0, 50).toFixed(1) };
  return (
    <span className={pct === null ? "diff diff-base" : "diff"} data-step={stepOf(pct ?? 0)} style={style}>
      <span className="diff-track" aria-hidden="true" />
      <span className="diff-figure">{pct === null ? baseText : formatPct(pct, digits)}</span>
    </span>
  );
}
