import { positionOn, STRIP, signed, stepOf } from "@/components/charts/scale";
import { medianInterval } from "@/lib/catalogue/countries/rules";
import type { CountryIndex, IndexedCountry } from "@/lib/catalogue/countries/schema";
import { formatPct } from "@/lib/text/format";
import { coloursOf, PALETTE } from "./palette";
import type { Pen } from "./pen";
import { type Drawing, moveTo, tag } from "./svg";

const ROW = 34;
const HEAD = 34;
const NAMES = 320;
const FIGURES = 130;
const PRODUCTS = 160;
const SMALL = { size: 17, fill: PALETTE.ink2 } as const;
const TICKS = [-80, -60, -40, -20, 0, 20, 40];

export function drawRanking(pen: Pen, countries: readonly IndexedCountry[], base: string, width: number): Drawing {
  const room = width - NAMES - FIGURES - PRODUCTS - 40;
  const stripLeft = NAMES + FIGURES + 20;
  const rows = countries.map(({ country: code, name, index }, i) => {
    const line = HEAD + i * ROW + ROW / 2 + 6;
    const isBase = code === base;
    return [
      tag("path", { d: `M0 ${HEAD + i * ROW}H${width}`, stroke: PALETTE.rule }),
      pen.write(String(index.rank), 28, line, { ...SMALL, anchor: "end" }),
      pen.write(name, 46, line, { size: 20, face: isBase ? "bold" : "regular" }),
      pen.write(isBase ? "base" : formatPct(index.pct_vs_us), NAMES + FIGURES - 10, line, {
        size: 20,
        face: "bold",
        anchor: "end",
      }),
      moveTo(stripLeft, HEAD + i * ROW + ROW / 2, drawStrip(isBase ? null : index, room)),
      pen.write(`${index.n_products} subscriptions`, width, line, { ...SMALL, anchor: "end" }),
    ].join("");
  });
  const height = HEAD + countries.length * ROW;
  return { svg: drawAxis(pen, stripLeft, room, height, base) + rows.join(""), height: height + 4 };
}

export function drawAxis(pen: Pen, left: number, room: number, height: number, base = "US"): string {
  const x = (pct: number) => left + (positionOn(STRIP, pct) / 100) * room;
  const ticks = TICKS.map((tick) =>
    pen.write(tick === 0 ? base : signed(tick), x(tick), 18, {
      ...SMALL,
      face: tick === 0 ? "bold" : "regular",
      anchor: "middle",
    }),
  );
  return ticks.join("") + tag("path", { d: `M${x(0)} 26V${height}`, stroke: PALETTE.ink });
}

/** `index` null draws the disc of the base. */
export function drawStrip(index: CountryIndex | null, room: number, size = 1): string {
  const x = (pct: number) => (positionOn(STRIP, pct) / 100) * room;
  const disc = tag("circle", {
    cx: x(index?.pct_vs_us ?? 0),
    cy: 0,
    r: 7 * size,
    fill: coloursOf(stepOf(index?.pct_vs_us ?? 0)).fill,
    stroke: PALETTE.ink,
    "stroke-width": 0.8,
  });
  if (index === null) return disc;
  const interval = medianInterval(index);
  const line = (from: number, to: number, half: number, stroke: string) =>
    tag("path", {
      d: `M${x(from)} ${-half}V${half}M${x(from)} 0H${x(to)}M${x(to)} ${-half}V${half}`,
      stroke,
      fill: "none",
    });
  return [
    line(index.p10_pct, index.p90_pct, 4 * size, PALETTE.control),
    tag("rect", {
      x: x(index.p25_pct),
      y: -4 * size,
      width: x(index.p75_pct) - x(index.p25_pct),
      height: 8 * size,
      fill: PALETTE.rule,
    }),
    interval === null ? "" : line(interval[0], interval[1], 9 * size, PALETTE.ink),
    disc,
  ].join("");
}
