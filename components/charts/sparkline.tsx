export type SparklineProps = {
  values: readonly number[];
  /** Steps for prices, lines for counts. */
  shape?: "steps" | "line";
  width?: number;
  height?: number;
};

/** Decoration: the figures stand beside it. */
export function Sparkline({ values, shape = "steps", width = 96, height = 26 }: SparklineProps) {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const x = (i: number) => Math.round((2 + ((width - 6) * i) / Math.max(1, values.length - 1)) * 10) / 10;
  const share = (value: number) => (highest === lowest ? 0.5 : (value - lowest) / (highest - lowest));
  const y = (value: number) => Math.round((height - 3 - (height - 7) * share(value)) * 10) / 10;
  const [first, ...rest] = values;
  const last = values.at(-1);
  if (first === undefined || last === undefined) return null;
  const line = rest.map((value, i) => (shape === "steps" ? `H${x(i + 1)}V${y(value)}` : `L${x(i + 1)} ${y(value)}`));
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path d={`M${x(0)} ${y(first)}${line.join("")}`} />
      <circle cx={x(values.length - 1)} cy={y(last)} r="2.4" />
    </svg>
  );
}
