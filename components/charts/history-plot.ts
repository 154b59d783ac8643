import { cutLine, type NotePlace, placeNote } from "./history-notes";
import { makePriceScale, makeTimeScale, spreadLabels } from "./history-rules";

export type HistoryPoint = {
  /** YYYY-MM-DD */
  day: string;
  /** Price in the display currency; null makes a gap. */
  value: number | null;
  isVendorChange?: boolean;
  note?: string;
};
export type HistorySeries = {
  key: string;
  label: string;
  points: readonly HistoryPoint[];
  /** Last day with a reading and a rate; the line is dashed after it. */
  readUntil?: string;
  endedOn?: string;
  /** The label at the end of the line then has no amount. */
  hasNoRate?: boolean;
  tone?: "accent" | "base";
};
export type HistoryLinesProps = {
  series: readonly HistorySeries[];
  from: string;
  to: string;
  currency?: string;
  scale?: "linear" | "log";
  alt: string;
};

const NOTE_GAP_PCT = 9;
const INSIDE_UP_TO = 97;

type Plotted = NotePlace & { point: HistoryPoint };

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

/** Places in per cent of the plot; null without a price. `labelGap`: height of a label of two lines. */
export function plotHistory({ series, from, to, scale = "linear" }: HistoryLinesProps, labelGap: number) {
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])));
  if (values.length === 0) return null;
  const { ticks, toTop } = makePriceScale(values, scale);
  const time = makeTimeScale(from, to);
  const plotted = series.map((one) => {
    const points = one.points.map((point) =>
      point.value === null ? null : { left: time.toLeft(point.day), top: toTop(point.value), point },
    );
    const parts = one.readUntil === undefined ? ([points, []] as const) : cutLine(points, time.toLeft(one.readUntil));
    return { ...one, plotted: points, parts };
  });
  const lines = plotted.map(({ plotted }) => plotted);
  const notes = plotted
    .filter(({ tone }) => tone === "accent")
    .flatMap(({ plotted }) => chooseNotes(plotted))
    .map((note, i, all) => {
      const text = note.point.note ?? "";
      const isAtEnd = note.left > 85;
      const top = placeNote(note, text.length, lines, isAtEnd);
      return { text, left: note.left, top, isAtEnd, isLast: i === all.length - 1 };
    });
  return {
    ticks: ticks.map((value) => ({ value, top: toTop(value) })),
    time,
    toTop,
    inFront: [...plotted].sort((a, b) => rank(a.tone) - rank(b.tone)),
    notes,
    ends: placeEnds(plotted, labelGap),
  };
}

const rank = (tone: HistorySeries["tone"]) => (tone === "accent" ? 2 : tone === "base" ? 1 : 0);

type Line = HistorySeries & { plotted: readonly (Plotted | null)[] };

function placeEnds(series: readonly Line[], labelGap: number) {
  const ends = series.flatMap(({ key, label, tone, endedOn, hasNoRate = false, plotted }) => {
    const last = plotted.filter((point) => point !== null).at(-1);
    if (!last) return [];
    const { left, top, point } = last;
    const value = hasNoRate ? null : (point.value ?? 0);
    return [{ key, label, tone, endedOn, left, top, value, isInside: left < INSIDE_UP_TO }];
  });
  const beside = ends.filter(({ isInside }) => !isInside);
  const hasEnded = beside.some(({ endedOn }) => endedOn !== undefined);
  const tops = spreadLabels(
    beside.map(({ top }) => top),
    hasEnded ? labelGap * ENDED_LABEL : labelGap,
  );
  const lines = series.map(({ plotted }) => plotted);
  return ends.map((end) => {
    const isLeft = end.left > 75;
    const labelTop = end.isInside
      ? placeNote(end, end.label.length + 4, lines, isLeft, labelGap * ENDED_LABEL)
      : (tops[beside.indexOf(end)] ?? end.top);
    return { ...end, isLeft, labelTop };
  });
}

/** Height of a label of three lines against one of two. */
const ENDED_LABEL = 1.45;
