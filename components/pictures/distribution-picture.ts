import { positionOn, STRIP, signed, stepOf } from "@/components/charts/scale";
import type { CountryDetail } from "@/lib/catalogue/countries/detail/schema";
import { BIN_PCT } from "@/lib/catalogue/countries/rules";
import { coloursOf, PALETTE } from "./palette";
import type { Pen } from "./pen";
import { type Drawing, tag } from "./svg";

const BARS = 260;
const BARS_TOP = 60;
const TICKS = [-80, -60, -40, -20, 0, 20, 40];
const SMALL = { size: 17, fill: PALETTE.ink2 } as const;

function drawAxis(pen: Pen, width: number, height: number): string {
  const x = (pct: number) => (positionOn(STRIP, pct) / 100) * width;
  const ticks = TICKS.map((tick) =>
    pen.write(tick === 0 ? "US" : signed(tick), x(tick), 18, {
      ...SMALL,
      face: tick === 0 ? "bold" : "regular",
      anchor: "middle",
    }),
  );
  return ticks.join("") + tag("path", { d: `M${x(0)} 26V${height}`, stroke: PALETTE.ink });
}

export function drawDistribution(pen: Pen, bins: CountryDetail["distribution"], width: number): Drawing {
  const x = (pct: number) => (positionOn(STRIP, pct) / 100) * width;
  const counts = new Map<number, number>();
  for (const { pct, n_products } of bins) {
    const bin = Math.max(STRIP[0], Math.min(STRIP[1] - BIN_PCT, Math.floor(pct / BIN_PCT) * BIN_PCT));
    counts.set(bin, (counts.get(bin) ?? 0) + n_products);
  }
  const highest = Math.max(1, ...counts.values());
  const barsEnd = BARS_TOP + BARS;
  const bars = [...counts].flatMap(([bin, count]) => {
    const height = (count / highest) * BARS;
    const middle = (x(bin) + x(bin + BIN_PCT)) / 2;
    return [
      tag("rect", {
        x: x(bin) + 1,
        y: barsEnd - height,
        width: x(bin + BIN_PCT) - x(bin) - 2,
        height,
        fill: coloursOf(stepOf(bin + BIN_PCT / 2)).fill,
      }),
      pen.write(String(count), middle, barsEnd - height - 6, { size: 16, fill: PALETTE.ink2, anchor: "middle" }),
    ];
  });
  return {
    svg: [
      drawAxis(pen, width, barsEnd),
      ...bars,
      tag("path", { d: `M0 ${barsEnd}H${width}`, stroke: PALETTE.ink }),
      pen.write("Subscriptions by their difference from the US price, in per cent", 0, barsEnd + 26, SMALL),
    ].join(""),
    height: barsEnd + 36,
  };
}
