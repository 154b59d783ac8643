import type { CSSProperties } from "react";
import { formatPct } from "@/lib/text/format";
import { stepOf } from "./scale";

export type DifferenceProps = {
  /** Per cent against the US; null for the US itself. */
  pct: number | null;
  digits?: number;
  /** 95% interval of `pct`. */
  interval?: readonly [low: number, high: number] | null;
  /** `wide` for rankings; `start` for summary lists, with the bar at the left. */
  shape?: "wide" | "start";
  baseText?: string;
};

const atMost50 = (pct: number) => Math.min(pct, 50).toFixed(1);

/** Difference from the US: bar and figure, on the same scale (−100 to +50) everywhere. */
export function Difference({ pct, digits = 1, interval, shape, baseText = "US price" }: DifferenceProps) {
  const className = ["diff", shape && `diff-${shape}`, pct === null && "diff-base"].filter(Boolean).join(" ");
  const style: CSSProperties & { "--pct": string } = { "--pct": atMost50(pct ?? 0) };
  const whisker: (CSSProperties & { "--low": string; "--high": string }) | null = interval
    ? { "--low": atMost50(interval[0]), "--high": atMost50(interval[1]) }
    : null;
  return (
    <span className={className} data-step={stepOf(pct ?? 0)} style={style}>
      <span className="diff-track" aria-hidden="true">
        {whisker && <span className="diff-whisker" style={whisker} />}
      </span>
      <span className="diff-figure">{pct === null ? baseText : formatPct(pct, digits)}</span>
      {interval && (
        <span className="visually-hidden">
          , 95% interval {formatPct(interval[0], digits)} to {formatPct(interval[1], digits)}
        </span>
      )}
    </span>
  );
}
