import { scaleLinear } from "d3-scale";
import { Link } from "@/components/ui/link";
import { formatAmount, formatPrice, formatTick } from "@/lib/text/format";
import { positionOn, stepOf } from "./scale";

export type DotPlotRow = {
  key: string;
  label: string;
  href?: string;
  more?: number;
  detail?: string;
  /** Price a month in the display currency. */
  value: number;
  /** Difference from the US in per cent. */
  pct: number;
  /** Price on another platform; drawn as a ring. */
  other?: number;
  tone?: "you" | "base";
};
export type DotPlotProps = {
  groups: readonly { before?: string; rows: readonly DotPlotRow[] }[];
  base: number;
  currency?: string;
  otherLabel?: string;
};

/** An ordered list, so that its text serves as the table. */
export function DotPlot({ groups, base, currency = "USD", otherLabel }: DotPlotProps) {
  const all = groups.flatMap(({ rows }) => rows);
  const highest = Math.max(base, ...all.flatMap(({ value, other }) => [value, other ?? 0]));
  const scale = scaleLinear().domain([0, highest]).nice(6);
  const domain: readonly [number, number] = [0, scale.domain()[1] ?? highest];
  const x = (value: number) => `${positionOn(domain, value)}%`;
  const isBesideBase = (tick: number) => Math.abs(positionOn(domain, tick) - positionOn(domain, base)) < 6;
  return (
    <>
      <ol className="dot-plot">
        <li className="dot-plot-row dot-plot-axis" aria-hidden="true">
          <span className="dot-plot-plot" style={{ gridColumn: "2" }}>
            {scale.ticks(6).map(
              (tick) =>
                !isBesideBase(tick) && (
                  <span key={tick} className="dot-plot-tick" style={{ left: x(tick) }}>
                    {formatTick(tick, tick === 0 ? currency : null)}
                  </span>
                ),
            )}
            <span className="dot-plot-tick" style={{ left: x(base) }}>
              <b>US</b>
            </span>
          </span>
        </li>
        {groups.flatMap(({ before, rows }, group) => [
          before !== undefined && (
            <li key={`before ${rows[0]?.key ?? group}`} className="dot-plot-gap">
              {before}
            </li>
          ),
          ...rows.map(({ key, label, href, more, value, pct, other, tone, detail }) => (
            <li
              key={key}
              className={tone ? `dot-plot-row is-${tone}` : "dot-plot-row"}
              data-read={[`${label} ${formatPrice(value, currency)}`, detail].filter(Boolean).join("\n")}
            >
              <span className="dot-plot-name">
                <span className="dot-plot-place">{href ? <Link href={href}>{label}</Link> : label}</span>
                {more ? <span className="dot-plot-more">{` +\u202f${more}`}</span> : null}
                {tone === "you" && <span className="you-tag">you</span>}
              </span>
              <span className="dot-plot-plot">
                <svg aria-hidden="true">
                  <line className="dot-plot-base" x1={x(base)} x2={x(base)} y1="0" y2="100%" />
                  <line className="dot-plot-leader" x1="0" x2={x(value)} y1="50%" y2="50%" />
                  {other !== undefined && <circle className="dot-plot-ring" cx={x(other)} cy="50%" r="4.5" />}
                  <circle className="dot-plot-dot" data-step={stepOf(pct)} cx={x(value)} cy="50%" r="5.5" />
                </svg>
              </span>
              <span className="dot-plot-value">
                {formatAmount(value, currency)}
                {other !== undefined && (
                  <span className="visually-hidden">{`, ${otherLabel}: ${formatAmount(other, currency)}`}</span>
                )}
              </span>
            </li>
          )),
        ])}
      </ol>
      {otherLabel !== undefined && (
        <p className="key">
          <span>
            <i aria-hidden="true" />
            lowest price
          </span>
          <span>
            <i className="ring" aria-hidden="true" />
            {otherLabel}
          </span>
        </p>
      )}
    </>
  );
}
