import { scaleLinear } from "d3-scale";
import type { DotPlotProps } from "@/components/charts/dot-plot";
import { stepOf } from "@/components/charts/scale";
import { formatAmount, formatTick } from "@/lib/text/format";
import { coloursOf, PALETTE } from "./palette";
import type { Pen } from "./pen";
import { type Drawing, tag } from "./svg";

const ROW = 27;
const NAMES = 330;
const FIGURES = 110;
const SMALL = { size: 17, fill: PALETTE.ink2 } as const;

export function drawDots(
  pen: Pen,
  { groups, base, currency = "USD", otherLabel }: DotPlotProps,
  width: number,
): Drawing {
  const all = groups.flatMap(({ rows }) => rows);
  const highest = Math.max(base, ...all.flatMap(({ value, other }) => [value, other ?? 0]));
  const scale = scaleLinear()
    .domain([0, highest])
    .nice(6)
    .range([NAMES, width - FIGURES]);
  const parts: string[] = [];
  let y = ROW;
  for (const { before, rows } of groups) {
    if (before !== undefined) {
      parts.push(pen.write(before, 0, y + 18, SMALL));
      y += ROW;
    }
    for (const { label, more, value, pct, other, tone } of rows) {
      const middle = y + ROW / 2;
      const name = {
        size: 19,
        face: tone ? "bold" : "regular",
        fill: tone === "you" ? PALETTE.accent : PALETTE.ink,
      } as const;
      parts.push(
        pen.write(label, 0, middle + 6, name),
        more ? pen.write(`+ ${more}`, pen.widthOf(label, name) + 10, middle + 6, SMALL) : "",
        tag("path", { d: `M${NAMES} ${middle}H${scale(value)}`, stroke: PALETTE.rule }),
        other === undefined
          ? ""
          : tag("circle", {
              cx: scale(other),
              cy: middle,
              r: 6,
              fill: PALETTE.paper,
              stroke: PALETTE.ink2,
              "stroke-width": 1.5,
            }),
        tag("circle", {
          cx: scale(value),
          cy: middle,
          r: 7,
          fill: coloursOf(stepOf(pct)).fill,
          stroke: PALETTE.ink2,
          "stroke-width": 0.6,
        }),
        pen.write(formatAmount(value, currency), width, middle + 6, { size: 19, face: "bold", anchor: "end" }),
      );
      y += ROW;
    }
  }
  const baseX = scale(base);
  const ticks = scale
    .ticks(6)
    .filter((tick) => Math.abs(scale(tick) - baseX) > 40)
    .map((tick) =>
      pen.write(formatTick(tick, tick === 0 ? currency : null), scale(tick), 16, { ...SMALL, anchor: "middle" }),
    );
  const line = tag("path", { d: `M${baseX} ${ROW - 4}V${y}`, stroke: PALETTE.ink, "stroke-dasharray": "4 3" });
  const legend = otherLabel === undefined ? "" : pen.write(`Ring: ${otherLabel}.`, 0, y + 26, SMALL);
  return {
    svg: [
      ...ticks,
      pen.write("US", baseX, 16, { size: 17, face: "bold", anchor: "middle" }),
      line,
      ...parts,
      legend,
    ].join(""),
    height: y + (legend === "" ? 0 : 32),
  };
}
