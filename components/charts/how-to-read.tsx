import { type Distribution, DistributionStrip } from "./distribution-strip";
import { type Domain, positionOn } from "./scale";

/** Least distance of two names in per cent of the strip, on wide screens and on phones. */
const NAME_PCT = 15;
const NAME_ON_PHONE_PCT = 40;

export function HowToRead({ country, values }: { country: string; values: Distribution }) {
  const domain: Domain = [Math.min(values.p10_pct, values.p25_pct) - 8, Math.max(values.p90_pct, 0) + 8];
  const left = (pct: number) => ({ left: `${positionOn(domain, pct)}%` });
  // Percentiles of many equal prices coincide, and two names would overlap.
  const nameEnd = (pct: number, text: "lower" | "higher") => {
    const distance = Math.abs(positionOn(domain, pct) - positionOn(domain, values.pct_vs_us));
    if (distance <= NAME_PCT) return null;
    return (
      <span style={left(pct)} data-end={text} data-near={distance <= NAME_ON_PHONE_PCT ? "" : undefined}>
        a tenth {text}
      </span>
    );
  };
  return (
    <details className="how-to-read">
      <summary className="chevron">How to read a row</summary>
      <div>
        <p className="how-to-read-names" aria-hidden="true">
          {nameEnd(values.p10_pct, "lower")}
          <span style={left(values.pct_vs_us)}>
            <b>median</b>
          </span>
          {nameEnd(values.p90_pct, "higher")}
        </p>
        <DistributionStrip values={values} domain={domain} />
      </div>
      <p>
        {country}. A tenth of its prices lie at or below the left end of the thin line, a tenth at or above its right
        end. The thick bar holds the middle half, the line with tall ends the 95% interval of the median.
      </p>
    </details>
  );
}
