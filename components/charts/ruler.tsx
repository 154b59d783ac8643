import { BIN_PCT } from "@/lib/catalogue/countries/rules";
import { baseName } from "@/lib/text/format";
import { positionOn, RULER, STEPS, signed } from "./scale";

export type Counted = { pct: number; count: number };
export type RulerProps = {
  /** "Typical price difference from the US" */
  caption: string;
  /** Country that all others are compared with. */
  base: string;
  noData?: string;
  /** Number of countries in each class of five per cent. */
  counted: readonly Counted[];
};

const [FROM, TO] = RULER;
const widthOf = (pct: number) => `${Math.round((pct / (TO - FROM)) * 10_000) / 100}%`;
const left = (pct: number) => `${positionOn(RULER, pct)}%`;

function Bins({ counted }: { counted: readonly Counted[] }) {
  const bins = new Map<number, number>();
  for (const { pct, count } of counted) {
    const bin = Math.max(FROM, Math.min(TO - BIN_PCT, Math.floor(pct / BIN_PCT) * BIN_PCT));
    bins.set(bin, (bins.get(bin) ?? 0) + count);
  }
  const sorted = [...bins].sort(([a], [b]) => a - b);
  const highest = Math.max(...bins.values());
  const labelled = sorted.find(([, count]) => count === highest)?.[0];
  return (
    <div className="ruler-bins" aria-hidden="true">
      {sorted.map(([bin, count]) => (
        <span
          key={bin}
          style={{ left: left(bin), width: `calc(${widthOf(BIN_PCT)} - 1px)`, height: `${(100 * count) / highest}%` }}
          {...(bin === labelled ? { "data-label": `${count} countries` } : {})}
        />
      ))}
    </div>
  );
}

export function Ruler({ caption, base, noData, counted }: RulerProps) {
  return (
    <div className="ruler">
      <p className="ruler-caption">{caption}, in percent</p>
      {counted.length > 0 && <Bins counted={counted} />}
      <div className="ruler-bar" aria-hidden="true">
        {STEPS.map(({ step, upTo }, i) => {
          const from = STEPS[i - 1]?.upTo ?? FROM;
          return <span key={step} data-step={step} style={{ width: widthOf(Math.min(upTo, TO) - from) }} />;
        })}
      </div>
      <div className="ruler-ticks" aria-hidden="true">
        {STEPS.slice(0, -1).map(({ upTo }) => (
          <span key={upTo} style={{ left: left(upTo) }}>
            {signed(upTo)}
          </span>
        ))}
      </div>
      <p className="ruler-ends">
        <span>cheaper than {baseName(base)}</span>
        <span>more expensive</span>
      </p>
      {noData && (
        <p className="ruler-no-data">
          <span className="hatched" aria-hidden="true" />
          {noData}
        </p>
      )}
    </div>
  );
}
