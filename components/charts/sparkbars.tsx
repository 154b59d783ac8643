/** Counts by day, each chart on its own scale unless `highest` is given. Decoration: the total stands beside it. */
export function Sparkbars({
  counts,
  highest = Math.max(1, ...counts),
  width = 150,
  height = 28,
}: {
  counts: readonly number[];
  highest?: number;
  width?: number;
  height?: number;
}) {
  const step = width / Math.max(1, counts.length);
  const bars = counts.map((count, i) => {
    const top = height - Math.max(1, ((height - 1) * count) / highest);
    return count > 0
      ? `M${(i * step + 0.5).toFixed(1)} ${height}V${top.toFixed(1)}h${(step - 1).toFixed(1)}V${height}z`
      : "";
  });
  return (
    <svg className="sparkbars" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <path d={bars.join("")} />
      <path className="baseline" d={`M0 ${height - 0.5}H${width}`} />
    </svg>
  );
}
