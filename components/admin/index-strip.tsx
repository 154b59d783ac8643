import type { PreviewedIndex } from "@/lib/desk/changes/schema";

export type StripScale = { from: number; to: number };

const HEIGHT = 34;

export function toStripScale(rows: readonly PreviewedIndex[]): StripScale {
  const ends = rows.flatMap(({ before, after }) =>
    [before, after].flatMap((level) => (level === null ? [] : [level.low ?? level.value, level.high ?? level.value])),
  );
  if (ends.length === 0) return { from: 0, to: 100 };
  return { from: Math.floor(Math.min(...ends) / 10) * 10, to: Math.ceil(Math.max(...ends) / 10) * 10 };
}

/** Intervals of a country's index: grey before, black after. Decoration: the figures stand beside it. */
export function IndexStrip({ row, scale }: { row: PreviewedIndex; scale: StripScale }) {
  const x = (value: number) => `${((100 * (value - scale.from)) / (scale.to - scale.from)).toFixed(2)}%`;
  const draw = (level: PreviewedIndex["before"], y: number, className: string) =>
    level && (
      <g className={className}>
        <line x1={x(level.low ?? level.value)} x2={x(level.high ?? level.value)} y1={y} y2={y} />
        <line className="strip-value" x1={x(level.value)} x2={x(level.value)} y1={y - 5} y2={y + 5} />
      </g>
    );
  return (
    <svg className="index-strip" width="100%" height={HEIGHT} aria-hidden="true">
      {draw(row.before, 10, "strip-before")}
      {draw(row.after, 24, "strip-after")}
    </svg>
  );
}
