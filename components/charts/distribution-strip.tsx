import { medianInterval } from "@/lib/catalogue/countries/rules";
import type { CountryIndex } from "@/lib/catalogue/countries/schema";
import { positionOn, STRIP, stepOf } from "./scale";

type Distribution = Pick<CountryIndex, "p10_pct" | "p25_pct" | "p75_pct" | "p90_pct" | "pct_vs_us"> &
  Pick<CountryIndex, "median_low" | "median_high">;

const HEIGHT = 24;
const MIDDLE = HEIGHT / 2;

function Line({
  className,
  from,
  to,
  y,
  half,
}: {
  className: string;
  from: string;
  to: string;
  y: number;
  half: number;
}) {
  return (
    <>
      <line className={className} x1={from} x2={to} y1={y} y2={y} />
      {[from, to].map((x) => (
        <line key={x} className={className} x1={x} x2={x} y1={y - half} y2={y + half} />
      ))}
    </>
  );
}

/**
 * One country's prices against the US: 10th to 90th percentile, middle half, median and its 95% interval. Hidden
 * from screen readers: the figures beside it say the same.
 */
export function DistributionStrip({ values }: { values: Distribution | null }) {
  const x = (pct: number) => `${positionOn(STRIP, pct)}%`;
  const interval = values && medianInterval(values);
  return (
    <svg className="strip" width="100%" height={HEIGHT} aria-hidden="true">
      <line className="strip-zero" x1={x(0)} x2={x(0)} y1="0" y2={HEIGHT} />
      {values && (
        <>
          <Line className="strip-range" from={x(values.p10_pct)} to={x(values.p90_pct)} y={MIDDLE} half={3} />
          <line className="strip-half" x1={x(values.p25_pct)} x2={x(values.p75_pct)} y1={MIDDLE} y2={MIDDLE} />
        </>
      )}
      {interval && <Line className="strip-interval" from={x(interval[0])} to={x(interval[1])} y={MIDDLE} half={6} />}
      <circle data-step={stepOf(values?.pct_vs_us ?? 0)} cx={x(values?.pct_vs_us ?? 0)} cy={MIDDLE} r="5.5" />
    </svg>
  );
}
