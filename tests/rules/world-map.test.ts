import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MAP_VIEWS } from "@/components/charts/map-views";
import { placeLabels } from "@/components/charts/place-labels";
import { placeMapLabels } from "@/components/charts/place-map-labels";
import { HEIGHT, placeOf, surfaceAt, WIDTH, WORLD_URL } from "@/components/charts/world";
import world from "@/components/charts/world.json";
import { COUNTRY_CODES } from "@/lib/contract/codes";
import { drawWorld, revisionOf } from "@/scripts/world-geometry";

describe("the committed map", () => {
  const drawn = drawWorld();
  test("is what scripts/draw-map.ts draws", () => {
    expect(readFileSync("public/maps/world.svg", "utf8")).toBe(drawn.svg);
    expect(world).toEqual({ revision: revisionOf(drawn.svg), ...drawn.world });
    expect(WORLD_URL).toBe(`/maps/world.svg?v=${revisionOf(drawn.svg)}`);
  });
  test("has a shape for every country that is not a dot", () => {
    const shapes = new Set([...drawn.svg.matchAll(/id="([A-Z]{2})"/g)].map(([, code]) => code));
    const areas = Object.entries(drawn.world.places).filter(([, { dot }]) => !dot);
    expect(areas.map(([code]) => code).filter((code) => !shapes.has(code))).toEqual([]);
  });
  test("knows every country but the far south and two islands that share a code with Saint Helena", () => {
    expect(COUNTRY_CODES.filter((code) => !placeOf(code))).toEqual(["AC", "AQ", "TA", "TF"]);
  });
  test("draws overseas territories with a code of their own apart from their country", () => {
    const [, france = ""] = /id="FR"[^>]* d="([^"]+)"/.exec(drawn.svg) ?? [];
    const xs = [...france.matchAll(/[ML]([\d.]+),/g)].map(([, x]) => Number(x));
    expect(xs.length).toBeGreaterThan(20);
    expect(Math.min(...xs)).toBeGreaterThan(500);
    expect(Math.max(...xs)).toBeLessThan(650);
    expect(placeOf("GF")).toMatchObject({ dot: false });
  });
  test("anchors a country on land", () => {
    for (const code of ["US", "BR", "EG", "IN", "AU", "CN", "FR"]) {
      const place = placeOf(code);
      expect([code, place && surfaceAt(place.x, place.y)]).toEqual([code, "land"]);
    }
  });
});

const text = (...codes: string[]) => codes.map((code) => ({ code, lines: [`Name of ${code}`, "−56%"] }));
const boxOf = (
  { x, y, side, lines }: ReturnType<typeof placeLabels<ReturnType<typeof text>[number]>>[number],
  widthPx: number,
) => {
  const unitsPerPx = WIDTH / widthPx;
  const isInside = side === "inside";
  const width = (isInside ? Math.max(...lines.map(({ length }) => length)) : lines.join(" ").length) * 5.6 * unitsPerPx;
  const height = (isInside ? 28 : 14) * unitsPerPx;
  const left = isInside ? x - width / 2 : side === "left" ? x - width : x;
  return { left, right: left + width, top: y - height / 2, bottom: y + height / 2 };
};

describe("placeLabels", () => {
  const crowded = ["DK", "DE", "FR", "GB", "CH", "NL", "BE", "AT", "IT", "ES", "PL", "SE"];
  test.each([960, 640, 330])("no two labels touch on a map of %d px, and none leaves the sheet", (widthPx) => {
    const boxes = placeLabels(text(...crowded), { widthPx, filled: crowded }).map((label) => boxOf(label, widthPx));
    expect(boxes.length).toBeGreaterThan(widthPx === 330 ? 2 : 9);
    boxes.forEach((a, i) => {
      expect(Math.min(a.left, a.top)).toBeGreaterThanOrEqual(0);
      expect(a.right).toBeLessThanOrEqual(WIDTH);
      expect(a.bottom).toBeLessThanOrEqual(HEIGHT);
      for (const b of boxes.slice(i + 1))
        expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false);
    });
  });
  test("a label stands on its country where it fits, without a leader", () => {
    expect(placeLabels(text("BR"), { widthPx: 960, filled: ["BR"] })[0]).toMatchObject({
      side: "inside",
      leaderTo: null,
    });
  });
  test("the same label leaves its country on a narrow map, and points to it", () => {
    const place = placeOf("BR");
    const [label] = placeLabels(text("BR"), { widthPx: 330, filled: ["BR"] });
    expect(label?.side).not.toBe("inside");
    expect(label?.leaderTo).toEqual({ x: place?.x, y: place?.y });
  });
  test("where most land has a colour, a label outside stands in the sea", () => {
    const [label] = placeLabels(text("NG"), { widthPx: 960, filled: COUNTRY_CODES });
    expect(label && surfaceAt(label.x, label.y)).toBe("sea");
  });
  test("a code the map does not know has no label", () => {
    expect(placeLabels(text("AQ", "ZZ"), { widthPx: 960, filled: [] })).toEqual([]);
  });
});

describe("labels of a part of the map", () => {
  const { crop } = MAP_VIEWS.europe;
  const values = COUNTRY_CODES.map((code) => ({ code, name: `Name of ${code}`, pct: -56, href: "/" }));
  const shown = placeMapLabels(values, [{ code: "CH", priority: 1 }], { widthPx: 960, priority: 3, crop });
  test("are few, and large countries have one before small ones", () => {
    expect(shown.length).toBeGreaterThan(8);
    expect(shown.length).toBeLessThanOrEqual(15);
    const codes = shown.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["DE", "FR", "ES", "PL", "TR"]));
    for (const code of ["AD", "SJ", "MC"]) expect(codes).not.toContain(code);
  });
  test("name a country without room that a headline names", () => {
    expect(shown.find(({ code }) => code === "CH")?.isLead).toBe(true);
  });
  test("stand on their country or in the sea near it", () => {
    for (const { code, side, x, y, leaderTo, isLead } of shown) {
      if (leaderTo === null) expect([code, side]).toEqual([code, "inside"]);
      else {
        expect(Math.hypot(x - leaderTo.x, y - leaderTo.y), code).toBeLessThan(crop.width * (isLead ? 0.2 : 0.08));
        expect([code, surfaceAt(x + (side === "left" ? -6 : 6), y)]).toEqual([code, "sea"]);
      }
    }
  });
});
