import type { CSSProperties } from "react";
import { formatPct } from "@/lib/format";
import { stepOf } from "./scale";

export type DifferenceProps = {
  /** Per cent against the US; null for the US itself. */
  pct: number | null;
  digits?: number;
  /** `wide` for rankings, `start` for ledgers: bar at the left, figure beside it. */
  shape?: "wide" | "start";
  /** Said in place of the figure where there is none to give. */
  baseText?: string;
};

/** Difference from the US: bar and figure, on one scale (−100 to +50) wherever it stands. */
export function Difference({ pct, digits = 1, shape, baseText = "US price" }: DifferenceProps) {
  const className = ["diff", shape && `diff-${shape}`, pct === null && "diff-base"].filter(Boolean).join(" ");
  const style: CSSProperties & { "--pct": string } = { "--pct": Math.min(pct ?? 0, 50).toFixed(1) };
  return (
    <span className={className} data-step={stepOf(pct ?? 0)} style={style}>
      <span className="diff-track" aria-hidden="true" />
      <span className="diff-figure">{pct === null ? baseText : formatPct(pct, digits)}</span>
    </span>
  );
}
