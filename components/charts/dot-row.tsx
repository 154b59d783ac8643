import { formatPct } from "@/lib/text/format";
import { type Domain, positionOn, STRIP, stepOf } from "./scale";

export function DotRow({
  dots,
  day,
  domain = STRIP,
}: {
  dots: readonly { code: string; name: string; pct: number }[];
  day?: string;
  domain?: Domain;
}) {
  const x = (pct: number) => `${positionOn(domain, pct)}%`;
  const pcts = dots.map(({ pct }) => pct);
  const points = dots.map(({ name, pct }) => [positionOn(domain, pct), 50, `${name} ${formatPct(pct)}`, day ?? ""]);
  const label = dots.map(({ name, pct }) => `${name} ${formatPct(pct, 0)}`).join(", ");
  return (
    <div className="dot-row-frame" role="img" aria-label={label} data-points={JSON.stringify([points])}>
      <svg className="dot-row" width="100%" height="40" aria-hidden="true">
        <line className="strip-zero" x1={x(0)} x2={x(0)} y1="0" y2="40" />
        {dots.length > 0 && (
          <line className="dot-row-span" x1={x(Math.min(...pcts))} x2={x(Math.max(...pcts))} y1="20" y2="20" />
        )}
        {dots.map(({ code, pct }) => (
          <circle key={code} data-step={stepOf(pct)} cx={x(pct)} cy="20" r="5.5" />
        ))}
      </svg>
    </div>
  );
}
