import { Fragment } from "react";
import { formatAmount, formatDay, formatTick } from "@/lib/format";
import { ChartTable } from "./chart-table";
import { makePriceScale, makeTimeScale, spreadLabels } from "./history-rules";

export type HistoryPoint = {
  /** YYYY-MM-DD */
  day: string;
  /** In the display currency; null opens a gap. */
  value: number | null;
  /** The vendor set a new local price on this day: drawn as a dot. */
  isVendorChange?: boolean;
  /** Written at the point, in the accent series only: the local price, or "HRK to EUR" at a changeover. */
  note?: string;
};
export type HistorySeries = {
  key: string;
  label: string;
  points: readonly HistoryPoint[];
  /** One series in the accent colour, the US in ink, all others grey. */
  tone?: "accent" | "base";
};
export type HistoryLinesProps = {
  series: readonly HistorySeries[];
  from: string;
  to: string;
  currency?: string;
  scale?: "linear" | "log";
  /** `steps` for amounts that hold until they change; `line` where the exchange rate moves in between. */
  shape?: "steps" | "line";
  /** The result in a sentence or two. */
  alt: string;
};

/** Units of the plot's own box; it is stretched, its strokes are not. */
const [WIDTH, HEIGHT] = [1000, 400];
/** Labels of two lines, as a share of the plot's lowest height (21rem). */
const LABEL_GAP_PCT = 9;
/** Notes closer than this collide; the first and the last always stay. */
const NOTE_GAP_PCT = 9;

const toneClass = (base: string, tone: HistorySeries["tone"]) => (tone ? `${base} is-${tone}` : base);

type Plotted = { left: number; top: number; point: HistoryPoint };

function drawLine(points: readonly (Plotted | null)[], shape: "steps" | "line"): string {
  let d = "";
  let isOpen = false;
  for (const plotted of points) {
    if (!plotted) {
      isOpen = false;
      continue;
    }
    const [x, y] = [(plotted.left * WIDTH) / 100, (plotted.top * HEIGHT) / 100];
    d += isOpen
      ? shape === "steps"
        ? `H${x.toFixed(1)}V${y.toFixed(1)}`
        : `L${x.toFixed(1)} ${y.toFixed(1)}`
      : `M${x.toFixed(1)} ${y.toFixed(1)}`;
    isOpen = true;
  }
  return d;
}

function chooseNotes(points: readonly (Plotted | null)[]): Plotted[] {
  const noted = points.filter((plotted) => plotted !== null).filter(({ point }) => point.note !== undefined);
  const last = noted.at(-1);
  const chosen: Plotted[] = [];
  for (const plotted of noted) {
    const previous = chosen.at(-1);
    const isClear = !previous || plotted.left - previous.left >= NOTE_GAP_PCT;
    const isClearOfLast = plotted === last || !last || last.left - plotted.left >= NOTE_GAP_PCT;
    if (isClear && isClearOfLast) chosen.push(plotted);
    else if (plotted === last) chosen.splice(-1, 1, plotted);
  }
  return chosen;
}

/** Where a line begins and then rises, its first note stands below it: the top of the lowest point over the note. */
function findTopBelow(points: readonly (Plotted | null)[], { left, top, point }: Plotted): number | null {
  if (point.isVendorChange) return null;
  const over = points.flatMap((one) => (one && one.left >= left && one.left < left + NOTE_GAP_PCT ? [one.top] : []));
  return Math.min(...over) < top ? Math.max(...over) : null;
}

/** Prices over time: dots where the vendor changed them, labels at the ends of the lines, one series told in full. */
export function HistoryLines({
  series,
  from,
  to,
  currency = "USD",
  scale = "linear",
  shape = "line",
  alt,
}: HistoryLinesProps) {
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])));
  if (values.length === 0) return null;
  const { ticks, toTop } = makePriceScale(values, scale);
  const time = makeTimeScale(from, to);
  const plotted = series.map((one) => ({
    ...one,
    points: one.points.map((point) =>
      point.value === null ? null : { left: time.toLeft(point.day), top: toTop(point.value), point },
    ),
  }));
  const ends = plotted.flatMap(({ key, label, tone, points }) => {
    const last = points.filter((point) => point !== null).at(-1);
    const isEnded = points.at(-1) === null;
    return last ? [{ key, label, tone, top: last.top, value: last.point.value ?? 0, isEnded }] : [];
  });
  const tops = spreadLabels(
    ends.map(({ top }) => top),
    LABEL_GAP_PCT,
  );
  const inFront = [...plotted].sort((a, b) => rank(a.tone) - rank(b.tone));
  return (
    <>
      <div className="history" role="img" aria-label={alt}>
        <div className="history-plot">
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((tick) => (
              <path key={tick} className="history-grid" d={`M0 ${(toTop(tick) * HEIGHT) / 100}H${WIDTH}`} />
            ))}
            <path className="history-axis" d={`M0 ${HEIGHT}H${WIDTH}`} />
            {inFront.map(({ key, tone, points }) => (
              <Fragment key={key}>
                <path className={toneClass("history-line", tone)} d={drawLine(points, shape)} />
                <path
                  className={toneClass("history-dots", tone)}
                  d={points
                    .filter((one) => one?.point.isVendorChange)
                    .map((one) => one && `M${(one.left * WIDTH) / 100} ${(one.top * HEIGHT) / 100}h.01`)
                    .join("")}
                />
              </Fragment>
            ))}
          </svg>
          {ticks.map((tick) => (
            <span key={tick} className="history-y" style={{ top: `${toTop(tick)}%` }}>
              {formatTick(tick, tick === ticks.at(-1) ? currency : null)}
            </span>
          ))}
          {time.ticks.map(({ left, label }) => (
            <span key={label} className="history-x" style={{ left: `${left}%` }}>
              {label}
            </span>
          ))}
          {plotted
            .filter(({ tone }) => tone === "accent")
            .flatMap(({ points }) =>
              chooseNotes(points).map((note) => ({ ...note, below: findTopBelow(points, note) })),
            )
            .map(({ left, top, below, point }, i, all) => {
              const place = below !== null ? " is-below" : left > 88 ? " at-end" : "";
              const isMiddle = i > 0 && i < all.length - 1 ? " is-middle" : "";
              return (
                <span
                  key={point.day}
                  className={`history-note is-accent${place}${isMiddle}`}
                  style={{ left: `${left}%`, top: `${below ?? top}%` }}
                >
                  {point.note}
                </span>
              );
            })}
          {ends.map(({ key, label, tone, value, isEnded }, i) => (
            <span key={key} className={toneClass("history-end", tone)} style={{ top: `${tops[i]}%` }}>
              <b>{label}</b> {formatAmount(value, currency)}
              {isEnded && ", ended"}
            </span>
          ))}
        </div>
      </div>
      <ChartTable
        summary="The lines as a table"
        caption={alt}
        head={["Series", "Day", `${currency} a month`, "Local price"]}
        rows={series.flatMap(({ key, label, points }) =>
          points
            .filter(({ isVendorChange }, i) => isVendorChange || i === 0 || i === points.length - 1)
            .map(({ day, value, note }) => ({
              key: `${key} ${day}`,
              cells: [label, formatDay(day), value === null ? "no price" : formatAmount(value, currency), note ?? ""],
            })),
        )}
      />
    </>
  );
}

const rank = (tone: HistorySeries["tone"]) => (tone === "accent" ? 2 : tone === "base" ? 1 : 0);
