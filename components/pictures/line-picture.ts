import type { HistoryLinesProps } from "@/components/charts/history-plot";
import { plotHistory } from "@/components/charts/history-plot";
import { formatAmount, formatDay, formatTick } from "@/lib/text/format";
import { PALETTE } from "./palette";
import type { Pen } from "./pen";
import { type Drawing, tag } from "./svg";

const HEIGHT = 480;
const AXIS = 60;
const LABELS = 190;
const SMALL = { size: 17, fill: PALETTE.ink2 } as const;
/** Height of a label of two lines, in per cent of the plot. */
const LABEL_GAP_PCT = 10;

export function drawLines(pen: Pen, props: HistoryLinesProps, width: number): Drawing {
  const plot = plotHistory(props, LABEL_GAP_PCT);
  if (plot === null) return { svg: "", height: 0 };
  const { currency = "USD" } = props;
  const room = width - AXIS - LABELS;
  const x = (left: number) => AXIS + (left / 100) * room;
  const y = (top: number) => 12 + (top / 100) * HEIGHT;
  const colourOf = (tone: "accent" | "base" | undefined) =>
    tone === "accent" ? PALETTE.accent : tone === "base" ? PALETTE.ink : PALETTE.control;
  const toPath = (points: readonly ({ left: number; top: number } | null)[]) =>
    points
      .map((point, i) =>
        point ? `${points[i - 1] ? "L" : "M"}${x(point.left).toFixed(1)} ${y(point.top).toFixed(1)}` : "",
      )
      .join("");
  const grid = plot.ticks.flatMap(({ value, top }, i) => [
    tag("path", { d: `M${AXIS} ${y(top)}H${AXIS + room}`, stroke: top === 100 ? PALETTE.ink : PALETTE.rule }),
    pen.write(formatTick(value, i === plot.ticks.length - 1 ? currency : null), AXIS - 10, y(top) + 6, {
      ...SMALL,
      anchor: "end",
    }),
  ]);
  const years = plot.time.ticks.map(({ left, label }) => pen.write(label, x(left), y(100) + 26, SMALL));
  const lines = plot.inFront.flatMap(({ tone, plotted, parts: [read, assumed] }) => {
    const stroke = {
      fill: "none",
      stroke: colourOf(tone),
      "stroke-width": tone ? 2.6 : 1.8,
      "stroke-linejoin": "round",
    };
    return [
      tag("path", { d: toPath(read), ...stroke }),
      assumed.length > 0 ? tag("path", { d: toPath(assumed), ...stroke, "stroke-dasharray": "5 5" }) : "",
      ...plotted.flatMap((one) =>
        one?.point.isVendorChange
          ? [tag("circle", { cx: x(one.left), cy: y(one.top), r: 4.5, fill: colourOf(tone) })]
          : [],
      ),
    ];
  });
  const notes = plot.notes.map(({ text, left, top, isAtEnd }) =>
    pen.write(text, x(left), y(top) + 6, { size: 16, fill: PALETTE.accent, anchor: isAtEnd ? "end" : "start" }),
  );
  const ends = plot.ends.map(({ label, value, tone, left, labelTop, endedOn, isInside, isLeft }) => {
    const fill = tone === "accent" ? PALETTE.accent : PALETTE.ink;
    const anchor = isInside && isLeft ? "end" : "start";
    const from = isInside ? x(left) + (isLeft ? -8 : 8) : AXIS + room + 14;
    const top = y(labelTop);
    const second = `${value === null ? "no rate" : formatAmount(value, currency)}${endedOn === undefined ? "" : `, until ${formatDay(endedOn)}`}`;
    return (
      pen.write(label, from, top - 2, { size: 18, face: "bold", fill, anchor }) +
      pen.write(second, from, top + 18, { size: 17, fill, anchor })
    );
  });
  return { svg: [...grid, ...years, ...lines, ...notes, ...ends].join(""), height: HEIGHT + 48 };
}
