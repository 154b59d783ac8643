import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutLine, placeNote } from "@/components/charts/history-notes";
import { makePriceScale, makeTimeScale, spreadLabels } from "@/components/charts/history-rules";
import { positionOn, RULER, signed, stepOf } from "@/components/charts/scale";
import { placeZero } from "@/components/pictures/bar-rows";

describe("stepOf: bounds belong to the cheaper class", () => {
  test.each([
    [-100, "c5"],
    [-60, "c5"],
    [-59.99, "c4"],
    [-40, "c4"],
    [-20, "c3"],
    [-5, "c2"],
    [-4.99, "mid"],
    [0, "mid"],
    [5, "mid"],
    [5.01, "d2"],
    [20, "d2"],
    [40, "d3"],
    [40.01, "d4"],
    [900, "d4"],
  ])("%d %% is %s", (pct, step) => {
    expect(stepOf(pct)).toBe(step);
  });
});

test("positionOn keeps what lies beyond at the edge", () => {
  expect([-200, -90, -15, 60, 300].map((pct) => positionOn(RULER, pct))).toEqual([0, 0, 50, 100, 100]);
});
test("signed uses a true minus", () => expect([-60, 0, 20].map(signed)).toEqual(["−60", "0", "+20"]));

describe("makePriceScale", () => {
  test("a linear axis begins at zero and ends at a round value", () => {
    const { ticks, toTop } = makePriceScale([3.27, 29.6], "linear");
    expect(ticks).toEqual([0, 5, 10, 15, 20, 25, 30]);
    expect([toTop(0), toTop(15), toTop(30)]).toEqual([100, 50, 0]);
  });
  test("a logarithmic axis is labelled at 1, 2 and 5", () => {
    const { ticks, toTop } = makePriceScale([1000, 15_000], "log");
    expect(ticks).toEqual([1000, 2000, 5000, 10_000]);
    expect(toTop(2000) - toTop(4000)).toBeCloseTo(toTop(4000) - toTop(8000), 1);
  });
});

describe("makeTimeScale", () => {
  test("years, where there are more than two", () => {
    expect(makeTimeScale("2023-01-01", "2026-09-30").ticks.map(({ label }) => label)).toEqual([
      "2023",
      "2024",
      "2025",
      "2026",
    ]);
  });
  test("quarters, where there are not", () => {
    const labels = makeTimeScale("2025-11-10", "2026-09-30").ticks.map(({ label }) => label);
    expect(labels).toEqual(["Jan 2026", "Apr 2026", "Jul 2026"]);
  });
  test("the first day lies at 0, the last at 100", () => {
    const { toLeft } = makeTimeScale("2026-01-01", "2026-01-11");
    expect([toLeft("2026-01-01"), toLeft("2026-01-06"), toLeft("2026-01-11")]).toEqual([0, 50, 100]);
  });
});

describe("spreadLabels", () => {
  test("leaves alone what does not overlap", () => expect(spreadLabels([80, 10, 40], 9)).toEqual([80, 10, 40]));
  test("moves two apart evenly", () => expect(spreadLabels([50, 52], 10)).toEqual([46, 56]));
  test("stays within the plot", () => expect(spreadLabels([99, 100], 10)).toEqual([90, 100]));
  test("gives the gap to any number of labels that fit, in their order and within the plot", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 10 }), (tops) => {
        const placed = spreadLabels(tops, 9);
        const order = tops.map((top, i) => ({ top, i })).sort((a, b) => a.top - b.top || a.i - b.i);
        const sorted = order.map(({ i }) => placed[i] ?? Number.NaN);
        sorted.forEach((top, i) => {
          expect(top).toBeGreaterThanOrEqual(-0.01);
          expect(top).toBeLessThanOrEqual(100.01);
          if (i > 0) expect(top - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(9 - 0.02);
        });
      }),
    );
  });
});

describe("a line after its last reading", () => {
  const a = { left: 0, top: 80 };
  const b = { left: 50, top: 60 };
  const c = { left: 100, top: 40 };
  const cut = { left: 75, top: 50 };
  test.each([
    ["is cut inside a piece, and both parts meet", [a, b, c], 75, [a, b, cut], [cut, c]],
    ["is cut at a point", [a, b, c], 50, [a, b, b], [b, c]],
    ["is whole when it was read on the last day", [a, b, c], 100, [a, b, c], []],
    ["is whole when it ended before", [a, b, null], 100, [a, b, null], []],
  ])("%s", (_, line, left, before, after) => {
    expect(cutLine(line, left)).toEqual([before, after]);
  });
});

describe("a note in the history", () => {
  const point = { left: 10, top: 50 };
  const boxOf = (middle: number) => [middle - 2.5, middle + 2.5];
  const flat = (top: number) => [
    { left: 0, top },
    { left: 100, top },
  ];
  test("stands above its point where nothing is", () => {
    expect(boxOf(placeNote(point, 10, [flat(50)], false))).toEqual([42.5, 47.5]);
  });
  test("stands below where another line runs above", () => {
    expect(boxOf(placeNote(point, 10, [flat(50), flat(45)], false))).toEqual([52.5, 57.5]);
  });
  test("covers neither the beginning of a line nor the rise of its own", () => {
    const begins = [
      { left: 15, top: 46 },
      { left: 15, top: 90 },
    ];
    const [top = 0, bottom = 0] = boxOf(placeNote(point, 10, [flat(50), begins], false));
    expect(bottom < 46 || top > 90).toBe(true);
  });
  test("of lines that are hidden behind its end counts none that it does not reach", () => {
    expect(
      boxOf(
        placeNote(
          point,
          10,
          [
            flat(50),
            [
              { left: 40, top: 45 },
              { left: 60, top: 45 },
            ],
          ],
          false,
        ),
      ),
    ).toEqual([42.5, 47.5]);
  });
});

test.each([
  ["below and above zero share one scale", [-80, -40, 20, 0], { zero: 0.8, perUnit: 0.01 }],
  ["prices begin at the left edge", [2.5, 10], { zero: 0, perUnit: 0.1 }],
  ["nothing but zero has no bar", [0], { zero: 0, perUnit: 1 }],
])("bars begin at zero and are as long as their figures are large: %s", (_what, values, placed) => {
  expect(placeZero(values)).toEqual(placed);
});
