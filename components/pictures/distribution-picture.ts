import { positionOn, STRIP, stepOf } from "@/components/charts/scale";
import type { CountryDetail } from "@/lib/catalogue/countries/detail-schema";
import { BIN_PCT } from "@/lib/catalogue/countries/rules";
import type { CountryIndex } from "@/lib/catalogue/countries/schema";
import { coloursOf, PALETTE } from "./palette";
import type { Pen } from "./pen";
import { drawAxis, drawStrip } from "./ranking-picture";
import { type Drawing, moveTo, tag } from "./svg";

const BARS = 260;
const STRIP_TOP = 44;
const LEGEND =
  "Thin line: from the 10th to the 90th percentile. Thick bar: the middle half. Disc: the median, with its 95% interval.";

export function drawDistribution(
  pen: Pen,
  { index, bins }: { index: CountryIndex; bins: CountryDetail["distribution"] },
  width: number,
): Drawing {
  const x = (pct: number) => (positionOn(STRIP, pct) / 100) * width;
  const counts = new Map<number, number>();
  for (const { pct, n_products } of bins) {
    const bin = Math.max(STRIP[0], Math.min(STRIP[1] - BIN_PCT, Math.floor(pct / BIN_PCT) * BIN_PCT));
    counts.set(bin, (counts.get(bin) ?? 0) + n_products);
  }
  const highest = Math.max(1, ...counts.values());
  const [barsTop, barsEnd] = [STRIP_TOP + 90, STRIP_TOP + 90 + BARS];
  const bars = [...counts].flatMap(([bin, count]) => {
    const height = (count / highest) * BARS;
    const middle = (x(bin) + x(bin + BIN_PCT)) / 2;
    return [
      tag("rect", {
        ...{ x: x(bin) + 1, y: barsEnd - height, width: x(bin + BIN_PCT) - x(bin) - 2, height },
        fill: coloursOf(stepOf(bin + BIN_PCT / 2)).fill,
      }),
      pen.write(String(count), middle, barsEnd - height - 6, { size: 16, fill: PALETTE.ink2, anchor: "middle" }),
    ];
  });
  return {
    svg: [
      drawAxis(pen, 0, width, barsEnd),
      moveTo(0, STRIP_TOP + 26, drawStrip(index, width, 1.6)),
      ...bars,
      tag("path", { d: `M0 ${barsEnd}H${width}`, stroke: PALETTE.ink }),
      pen.write("Subscriptions by their difference from the US price, in per cent", 0, barsEnd + 26, {
        size: 17,
        fill: PALETTE.ink2,
      }),
      pen.write(LEGEND, 0, barsTop - 30, { size: 16, fill: PALETTE.ink2 }),
    ].join(""),
    height: barsEnd + 36,
  };
}
