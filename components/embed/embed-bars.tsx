import type { Step } from "@/components/charts/scale";
import { placeZero } from "@/components/pictures/bar-rows";

export type EmbedBar = {
  key: string;
  name: string;
  value: number;
  figure: string;
  /** Colour of the difference from the US; null for the US itself, which is grey. */
  step: Step | null;
  /** Hidden in narrow frames. */
  isExtra?: boolean;
};

export function EmbedBars({ bars }: { bars: readonly EmbedBar[] }) {
  const { zero, perUnit } = placeZero(bars.map(({ value }) => value));
  return (
    <ol className="embed-bars">
      {bars.map(({ key, name, value, figure, step, isExtra }) => {
        const length = 100 * Math.abs(value) * perUnit;
        const left = 100 * zero - (value < 0 ? length : 0);
        return (
          <li key={key} className={isExtra ? "is-extra" : undefined}>
            <span>{name}</span>
            <span className="embed-bar" aria-hidden="true">
              <i
                data-step={step ?? undefined}
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
