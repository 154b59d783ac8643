export type WhiskerProps = {
  /** Per cent against the US, with its 95% interval. */
  pct: number;
  interval: readonly [low: number, high: number];
};

/** One scale for all whiskers, so that their lengths compare. */
const PX_PER_POINT = 0.7;
const HEIGHT = 8;
const END = 1.5;

/** Width in px. */
export const whiskerWidth = ({ interval: [low, high] }: WhiskerProps): number => (high - low) * PX_PER_POINT + 2 * END;

export function Whisker(props: WhiskerProps) {
  const { pct, interval } = props;
  const width = whiskerWidth(props);
  const x = (value: number) => END + (value - interval[0]) * PX_PER_POINT;
  const [from, to] = [x(interval[0]), x(interval[1])];
  return (
    <svg className="whisker" width={width} height={HEIGHT} aria-hidden="true">
      <path d={`M${from} 1V${HEIGHT - 1}M${from} ${HEIGHT / 2}H${to}M${to} 1V${HEIGHT - 1}`} />
      <circle cx={x(pct)} cy={HEIGHT / 2} r="2" />
    </svg>
  );
}
