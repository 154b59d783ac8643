import { Fragment } from "react";
import { formatAmount, formatDay, formatTick } from "@/lib/text/format";
import { ChartTable } from "./chart-table";
import { cutLine, type NotePlace, placeNote } from "./history-notes";
import { makePriceScale, makeTimeScale, spreadLabels } from "./history-rules";

export type HistoryPoint = {
  /** YYYY-MM-DD */
  day: string;
  /** Price in the display currency; null makes a gap. */
  value: number | null;
  /** The vendor set a new local price on this day; drawn as a dot. */
  isVendorChange?: boolean;
  /** Text at the point, in the accent series only: the local price, or "HRK to EUR" at a change of currency. */
  note?: string;
};
export type HistorySeries = {
  key: string;
  label: string;
  points: readonly HistoryPoint[];
  /** Day of the last reading; the line is dashed after it. */
  readUntil?: string;
  /** Day from which the price was no longer listed; the label stands at the end of the line. */
  endedOn?: string;
  /** One series in the accent colour, the US in the text colour, all others grey. */
  tone?: "accent" | "base";
};
export type HistoryLinesProps = {
  series: readonly HistorySeries[];
  from: string;
  to: string;
  currency?: string;
  scale?: "linear" | "log";
  /** Result of the chart in a sentence or two. */
  alt: string;
};

/** Units of the plot's viewBox; it is stretched, its strokes are not. */
const [WIDTH, HEIGHT] = [1000, 400];
/** Height of a label of two lines, in per cent of the plot's least height (21rem). */
const LABEL_GAP_PCT = 9;
/** Height of a label of three lines, the third with the end day. */
const ENDED_LABEL_GAP_PCT = 13;
/** Least distance between notes; the first and the last note always stay. */
const NOTE_GAP_PCT = 9;

/** Half the height of the bar at the end of a series, in units of the viewBox. */
const END_BAR = 9;

/** A line that ends left of this (per cent of the width) has its label inside the plot. */
const INSIDE_UP_TO = 97;

const toneClass = (base: string, tone: HistorySeries["tone"]) => (tone ? `${base} is-${tone}` : base);

type Plotted = NotePlace & { point: HistoryPoint };

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

/** Bar across the end of a line whose price is no longer listed. */
function drawEndBar(points: readonly (NotePlace | null)[]): string {
  const last = points.filter((point) => point !== null).at(-1);
  return last ? `M${((last.left * WIDTH) / 100).toFixed(1)} ${(last.top * HEIGHT) / 100 - END_BAR}v${2 * END_BAR}` : "";
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

/** Prices over time: dots where the vendor changed them, labels at the ends of the lines, notes on one series. */
export function HistoryLines({ series, from, to, currency = "USD", scale = "linear", alt }: HistoryLinesProps) {
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])));
  if (values.length === 0) return null;
  const { ticks, toTop } = makePriceScale(values, scale);
  const time = makeTimeScale(from, to);
  const plotted = series.map((one) => {
    const points = one.points.map((point) =>
      point.value === null ? null : { left: time.toLeft(point.day), top: toTop(point.value), point },
    );
    const parts = one.readUntil === undefined ? ([points, []] as const) : cutLine(points, time.toLeft(one.readUntil));
    return { ...one, points, parts };
  });
  const ends = plotted.flatMap(({ key, label, tone, points, endedOn }) => {
    const last = points.filter((point) => point !== null).at(-1);
    return last ? [{ key, label, tone, ...last, value: last.point.value ?? 0, endedOn }] : [];
  });
  // Labels of lines that end inside the plot stand at their ends, all others in a column beside the plot.
  const isInside = ({ left }: NotePlace) => left < INSIDE_UP_TO;
  const beside = ends.filter((end) => !isInside(end));
  const tops = spreadLabels(
    beside.map(({ top }) => top),
    beside.some((end) => end.endedOn !== undefined) ? ENDED_LABEL_GAP_PCT : LABEL_GAP_PCT,
  );
  const topOf = (end: (typeof ends)[number]) => tops[beside.indexOf(end)] ?? end.top;
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
            {inFront.map(({ key, tone, points, endedOn, parts: [read, assumed] }) => (
              <Fragment key={key}>
                <path className={toneClass("history-line", tone)} d={drawLine(read)} />
                {assumed.length > 0 && (
                  <path className={`${toneClass("history-line", tone)} is-assumed`} d={drawLine(assumed)} />
                )}
                {endedOn !== undefined && <path className="history-end-bar" d={drawEndBar(points)} />}
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
            .flatMap(({ points }) => chooseNotes(points))
            .map((note, i, all) => {
              const text = note.point.note ?? "";
              const isAtEnd = note.left > 85;
              const lines = plotted.map(({ points }) => points);
              const isMiddle = i > 0 && i < all.length - 1 ? " is-middle" : "";
              return (
                <span
                  key={note.point.day}
                  className={`history-note is-accent${isAtEnd ? " at-end" : ""}${isMiddle}`}
                  style={{ left: `${note.left}%`, top: `${placeNote(note, text.length, lines, isAtEnd).toFixed(2)}%` }}
                >
                  {text}
                </span>
              );
            })}
          {ends.map((end) => (
            <span
              key={end.key}
              className={`${toneClass("history-end", end.tone)}${isInside(end) ? " is-inside" : ""}`}
              style={{ top: `${topOf(end)}%`, ...(isInside(end) && { left: `${end.left}%` }) }}
            >
              <b>{end.label}</b> {formatAmount(end.value, currency)}
              {end.endedOn !== undefined && <span className="history-ended">until {formatDay(end.endedOn)}</span>}
            </span>
          ))}
        </div>
      </div>
      <p className="history-key" aria-hidden="true">
        <span className="is-read">read</span>
        {plotted.some(({ parts }) => parts[1].length > 0) && <span className="is-assumed">not read since</span>}
        {plotted.some(({ endedOn }) => endedOn !== undefined) && <span className="is-ended">no longer listed</span>}
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

const rank = (tone: HistorySeries["tone"]) => (tone === "accent" ? 2 : tone === "base" ? 1 : 0);
