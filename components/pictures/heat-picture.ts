import type { HeatCell, HeatTotal } from "@/components/charts/heat-table";
import { formatPct } from "@/lib/text/format";
import { coloursOf, PALETTE } from "./palette";
import type { Pen } from "./pen";
import { type Drawing, tag } from "./svg";

export type HeatPictureProps = {
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly (HeatCell | string)[] }[];
  totals?: { name: string; cells: readonly (HeatTotal | null)[] };
};

const NAMES = 250;
const LEAST_COLUMN = 118;
const ROW = 62;
const HEAD = 52;

export const heatWidth = (columns: number): number => NAMES + columns * LEAST_COLUMN;

export function drawHeat(pen: Pen, { columns, rows, totals }: HeatPictureProps, width: number): Drawing {
  const column = (width - NAMES) / Math.max(1, columns.length);
  const x = (i: number) => NAMES + i * column;
  const heads = columns.map((name, i) => {
    const lines = pen.paragraph(name, column - 10, { size: 17, fill: PALETTE.ink2, lineHeight: 1.15 });
    return tag("g", { transform: `translate(${(x(i) + 8).toFixed(1)} ${HEAD - 8 - lines.height})` }, lines.svg);
  });
  const drawn = rows.flatMap(({ name, cells }, row) => {
    const top = HEAD + row * ROW;
    const label = pen.paragraph(name, NAMES - 16, { size: 20, face: "bold", lineHeight: 1.15 });
    return [
      tag("g", { transform: `translate(0 ${(top + (ROW - label.height) / 2).toFixed(1)})` }, label.svg),
      ...cells.map((cell, i) => drawCell(pen, cell, x(i), top, column)),
    ];
  });
  const top = HEAD + rows.length * ROW;
  const sums =
    totals === undefined
      ? []
      : [
          tag("path", { d: `M0 ${top + 4}H${width}`, stroke: PALETTE.ink, "stroke-width": 1.5 }),
          pen.write(totals.name, 0, top + 38, { size: 20, face: "bold" }),
          ...totals.cells.flatMap((total, i) =>
            total === null || total.amount === null
              ? [
                  pen.write(total === null ? "no price" : "not known", x(i) + 8, top + 36, {
                    size: 16,
                    fill: PALETTE.ink2,
                  }),
                ]
              : [
                  pen.write(total.amount, x(i) + 8, top + 32, { size: 20, face: "bold" }),
                  pen.write(total.isComplete ? total.note : "in part", x(i) + 8, top + 54, {
                    size: 16,
                    fill: PALETTE.ink2,
                  }),
                ],
          ),
        ];
  return { svg: [...heads, ...drawn, ...sums].join(""), height: top + (totals === undefined ? 0 : 64) };
}

function drawCell(pen: Pen, cell: HeatCell | string, left: number, top: number, width: number): string {
  const step = typeof cell === "string" ? undefined : cell.step;
  const { fill, text } = step ? coloursOf(step) : { fill: PALETTE.land, text: PALETTE.ink2 };
  const box = tag("rect", { x: left + 1, y: top + 1, width: width - 2, height: ROW - 2, fill });
  if (typeof cell === "string") return box + pen.write(cell, left + 10, top + ROW / 2 + 6, { size: 16, fill: text });
  const note = cell.pct === null ? (cell.note ?? "baseline") : formatPct(cell.pct, 0);
  const below = cell.isCheapest ? `${note}, cheapest` : note;
  return (
    box +
    pen.write(cell.amount, left + 10, top + 28, { size: 20, face: "bold", fill: text }) +
    pen.write(below, left + 10, top + 50, { size: 15, fill: text })
  );
}
