import { PALETTE } from "./palette";
import type { Pen } from "./pen";
import type { Drawing } from "./svg";
import { tag } from "./svg";

/** All bars begin at zero of one scale, so that their lengths compare. */
export type BarRow = { name: string; value: number; figure: string; note?: string; colour?: string };

const ROW = 48;
const BAR = 16;
const NAME_WIDTH = 300;
const FIGURE_WIDTH = 140;
const NOTE_WIDTH = 210;

/** Position of zero and length of one unit, as shares of the width. */
export function placeZero(values: readonly number[]): { zero: number; perUnit: number } {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const span = highest - lowest || 1;
  return { zero: Math.abs(lowest) / span, perUnit: 1 / span };
}

export function drawBarRows(pen: Pen, rows: readonly BarRow[], width: number, rowHeight = ROW): Drawing {
  const { zero, perUnit } = placeZero(rows.map(({ value }) => value));
  const notes = rows.some(({ note }) => note !== undefined) ? NOTE_WIDTH : 0;
  const room = width - NAME_WIDTH - FIGURE_WIDTH - notes;
  const zeroX = NAME_WIDTH + zero * room;
  const drawn = rows.map(({ name, value, figure, note, colour = PALETTE.ink2 }, i) => {
    const top = i * rowHeight;
    const middle = top + rowHeight / 2;
    const length = Math.abs(value) * perUnit * room;
    return [
      tag("path", { d: `M0 ${top}H${width}`, stroke: PALETTE.rule }),
      pen.write(name, 0, middle + 8, { size: 24 }),
      tag("rect", {
        x: value < 0 ? zeroX - length : zeroX,
        y: middle - BAR / 2,
        width: length,
        height: BAR,
        fill: colour,
      }),
      pen.write(figure, width - notes, middle + 8, { size: 24, face: "bold", anchor: "end" }),
      note === undefined ? "" : pen.write(note, width, middle + 7, { size: 20, fill: PALETTE.ink2, anchor: "end" }),
    ].join("");
  });
  const height = rows.length * rowHeight;
  const line = tag("path", { d: `M${zeroX} 0V${height}`, stroke: PALETTE.ink, "stroke-width": 1.5 });
  return { svg: drawn.join("") + (rows.length === 0 ? "" : line), height };
}
