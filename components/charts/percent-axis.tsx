import { positionOn, STRIP, signed } from "./scale";

const TICKS = [-80, -60, -40, -20, 0, 20, 40];

/** Decoration: the column's head must name the scale. */
export const PercentAxis = ({ base = "US" }: { base?: string }) => (
  <span className="axis" aria-hidden="true">
    {TICKS.map((tick) => (
      <span key={tick} style={{ left: `${positionOn(STRIP, tick)}%` }}>
        {tick === 0 ? base : signed(tick)}
      </span>
    ))}
  </span>
);
