import { type Domain, positionOn, STRIP, signed } from "./scale";

/** Decoration: the column's head must name the scale. */
export function PercentAxis({
  base = "US",
  domain = STRIP,
  every = 20,
}: {
  base?: string;
  domain?: Domain;
  every?: number;
}) {
  const first = Math.ceil(domain[0] / every) * every;
  const ticks = Array.from({ length: Math.floor((domain[1] - first) / every) + 1 }, (_, i) => first + i * every);
  return (
    <span className="axis" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ left: `${positionOn(domain, tick)}%` }}>
          {tick === 0 ? base : signed(tick)}
        </span>
      ))}
    </span>
  );
}
