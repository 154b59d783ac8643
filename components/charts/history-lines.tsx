import { Fragment } from "react";
import { formatAmount, formatDay, formatPrice, formatTick } from "@/lib/text/format";
import { ChartTable } from "./chart-table";
import type { NotePlace } from "./history-notes";
import { type HistoryLinesProps, type HistoryPoint, type HistorySeries, plotHistory } from "./history-plot";

/** Units of the viewBox; it is stretched, its strokes are not. */
const WIDTH = 1000;
const HEIGHT = 400;
/** Height of a label of two lines, in per cent of the plot's least height (21rem). */
const LABEL_GAP_PCT = 9;

const END_BAR = 9;

const TONES = { accent: "is-accent", base: "is-base" };

const toneClass = (base: string, tone: HistorySeries["tone"]) => (tone ? `${base} ${TONES[tone]}` : base);

function drawLine(points: readonly (NotePlace | null)[]): string {
  let d = "";
  let isOpen = false;
  for (const plotted of points) {
    if (plotted)
      d += `${isOpen ? "L" : "M"}${((plotted.left * WIDTH) / 100).toFixed(1)} ${((plotted.top * HEIGHT) / 100).toFixed(1)}`;
    isOpen = plotted !== null;
  }
  return d;
}

function drawEndBar(points: readonly (NotePlace | null)[]): string {
  const last = points.filter((point) => point !== null).at(-1);
  return last ? `M${((last.left * WIDTH) / 100).toFixed(1)} ${(last.top * HEIGHT) / 100 - END_BAR}v${2 * END_BAR}` : "";
}

function toReadOut(
  { label, points }: HistorySeries,
  left: (day: string) => number,
  top: (value: number) => number,
  currency: string,
) {
  return thin(points).flatMap(({ day, value, note, isVendorChange }) => {
    if (value === null) return [];
    const change = isVendorChange ? "new price first seen" : "";
    const detail = [formatDay(day), note ?? change].filter(Boolean).join(", ");
    return [[left(day), top(value), `${label} ${formatPrice(value, currency)}`, detail]];
  });
}

const MOST_READ = 60;

function thin(points: readonly HistoryPoint[]): readonly HistoryPoint[] {
  const every = Math.ceil(points.length / MOST_READ);
  return points.filter(
    (point, i) => point.isVendorChange || point.note !== undefined || i % every === 0 || i === points.length - 1,
  );
}

export function HistoryLines(props: HistoryLinesProps) {
  const { series, currency = "USD", alt } = props;
  const plot = plotHistory(props, LABEL_GAP_PCT);
  if (plot === null) return null;
  const { ticks, time, toTop, inFront, notes, ends } = plot;
  const readOuts = series.map((one) => toReadOut(one, time.toLeft, toTop, currency));
  return (
    <>
      <div className="history" role="img" aria-label={alt}>
        <div className="history-plot" data-points={JSON.stringify(readOuts)}>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {ticks.map(({ value, top }) => (
              <path key={value} className="history-grid" d={`M0 ${(top * HEIGHT) / 100}H${WIDTH}`} />
            ))}
            <path className="history-axis" d={`M0 ${HEIGHT}H${WIDTH}`} />
            {inFront.map(({ key, tone, plotted, endedOn, parts: [read, assumed] }) => (
              <Fragment key={key}>
                <path className={toneClass("history-line", tone)} d={drawLine(read)} />
                {assumed.length > 0 && (
                  <path className={`${toneClass("history-line", tone)} is-assumed`} d={drawLine(assumed)} />
                )}
                {endedOn !== undefined && <path className="history-end-bar" d={drawEndBar(plotted)} />}
                <path
                  className={toneClass("history-dots", tone)}
                  d={plotted
                    .filter((one) => one?.point.isVendorChange)
                    .map((one) => one && `M${(one.left * WIDTH) / 100} ${(one.top * HEIGHT) / 100}h.01`)
                    .join("")}
                />
              </Fragment>
            ))}
          </svg>
          {ticks.map(({ value, top }, i) => (
            <span key={value} className="history-y" style={{ top: `${top}%` }}>
              {formatTick(value, i === ticks.length - 1 ? currency : null)}
            </span>
          ))}
          {time.ticks.map(({ left, label }) => (
            <span key={label} className="history-x" style={{ left: `${left}%` }}>
              {label}
            </span>
          ))}
          {notes.map(({ text, left, top, isAtEnd, isLast }) => (
            <span
              key={left}
              className={`history-note is-accent${isAtEnd ? " at-end" : ""}${isLast ? " is-last" : ""}`}
              style={{ left: `${left}%`, top: `${top.toFixed(2)}%` }}
            >
              {text}
            </span>
          ))}
          {ends.map(({ key, label, tone, value, left, labelTop, isInside, isLeft, endedOn }) => (
            <span
              key={key}
              className={`${toneClass("history-end", tone)}${isInside ? ` is-inside${isLeft ? " is-left" : ""}` : ""}`}
              style={{ top: `${labelTop.toFixed(2)}%`, ...(isInside && { left: `${left}%` }) }}
            >
              <b>{label}</b> {value === null ? "no rate" : formatAmount(value, currency)}
              {endedOn !== undefined && <span className="history-ended">until {formatDay(endedOn)}</span>}
            </span>
          ))}
        </div>
      </div>
      <p className="history-key" aria-hidden="true">
        <span className="is-read">read</span>
        {inFront.some(({ parts }) => parts[1].length > 0) && (
          <span className="is-assumed">price or rate not read since</span>
        )}
        {inFront.some(({ endedOn }) => endedOn !== undefined) && <span className="is-ended">no longer listed</span>}
      </p>
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
