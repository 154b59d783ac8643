import { stepOf } from "@/components/charts/scale";
import { placeZero } from "@/components/pictures/bar-rows";

export type EmbedBar = {
  key: string;
  name: string;
  value: number;
  figure: string;
  /** Difference from the US in per cent; null for the US itself, which is grey. */
  pct: number | null;
  /** Hidden in narrow frames. */
  isExtra?: boolean;
};

export function EmbedBars({ bars }: { bars: readonly EmbedBar[] }) {
  const { zero, perUnit } = placeZero(bars.map(({ value }) => value));
  return (
    <ol className="embed-bars">
      {bars.map(({ key, name, value, figure, pct, isExtra }) => {
        const length = 100 * Math.abs(value) * perUnit;
        const left = 100 * zero - (value < 0 ? length : 0);
        return (
          <li key={key} className={isExtra ? "is-extra" : undefined}>
            <span>{name}</span>
            <span className="embed-bar" aria-hidden="true">
              <i
                {...(pct !== null && { "data-step": stepOf(pct) })}
                style={{ left: `${left.toFixed(2)}%`, width: `${length.toFixed(2)}%` }}
              />
              <b style={{ left: `${(100 * zero).toFixed(2)}%` }} />
            </span>
            <strong>{figure}</strong>
          </li>
        );
      })}
    </ol>
  );
}
