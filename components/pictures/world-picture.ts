import { isCountryInCrop, type MapCrop, WHOLE_WORLD } from "@/components/charts/map-views";
import { placeMapLabels } from "@/components/charts/place-map-labels";
import { STEPS, type Step } from "@/components/charts/scale";
import { placeOf } from "@/components/charts/world";
import { type MapLabel, type MapValue, stepOfValue } from "@/components/charts/world-map-values";
import { findShapes } from "@/lib/pages/world-shapes";
import { coloursOf, PALETTE } from "./palette";
import type { Pen } from "./pen";
import { type Drawing, moveTo, tag } from "./svg";

/** Enlarges type: pictures are shown smaller than they are. */
const TYPE_SCALE = 1.4;
const LABEL = 17;
const LINE = 20;
const MOST_HEIGHT = 760;

export type WorldPictureProps = {
  values: readonly MapValue[];
  labels?: readonly MapLabel[];
  crop?: MapCrop;
  steps?: readonly { step: Step; text: string }[];
  noData: string;
};

export async function drawWorldPicture(pen: Pen, props: WorldPictureProps, width: number): Promise<Drawing> {
  const { values, labels = [], crop = WHOLE_WORLD, steps = STEPS, noData } = props;
  const shapes = await findShapes();
  const pxPerUnit = Math.min(width / crop.width, MOST_HEIGHT / crop.height);
  const size = { width: crop.width * pxPerUnit, height: crop.height * pxPerUnit };
  const coloured = new Map(values.map((value) => [value.code, coloursOf(stepOfValue(value)).fill]));
  // Strokes, dots and hatching keep their size, whatever part of the map is shown.
  const unit = 1 / pxPerUnit;
  const stroke = { stroke: PALETTE.paper, "stroke-width": 0.8 * unit };
  const lands = [...shapes].filter(([id]) => /^[A-Z]{2}$/.test(id) && isCountryInCrop(id, crop));
  const noDataLand = lands.flatMap(([code, d]) => (coloured.has(code) ? [] : [d])).join("");
  const dots = values.flatMap(({ code }) => {
    const place = placeOf(code);
    return place?.dot && isCountryInCrop(code, crop) ? [{ ...place, fill: coloured.get(code) }] : [];
  });
  const map = tag(
    "svg",
    { ...size, viewBox: `${crop.x} ${crop.y} ${crop.width} ${crop.height}` },
    tag("path", { d: shapes.get("sheet"), fill: PALETTE.sea, stroke: PALETTE.coast, "stroke-width": 2 * unit }),
    tag("path", { d: shapes.get("graticule"), fill: "none", stroke: PALETTE.graticule, "stroke-width": unit }),
    drawHatching(noDataLand, crop, unit),
    ...lands.flatMap(([code, d]) =>
      coloured.has(code) ? [tag("path", { d, fill: coloured.get(code), ...stroke })] : [],
    ),
    ...dots.map(({ x, y, fill }) =>
      tag("circle", {
        cx: x,
        cy: y,
        r: (crop === WHOLE_WORLD ? 3 : 5) * unit,
        fill,
        stroke: PALETTE.ink2,
        "stroke-width": 0.6 * unit,
      }),
    ),
  );
  const placed = placeMapLabels(values, labels, {
    widthPx: size.width / TYPE_SCALE,
    priority: 3,
    crop,
  });
  const toX = (x: number) => (x - crop.x) * pxPerUnit;
  const toY = (y: number) => (y - crop.y) * pxPerUnit;
  const texts = placed.map(({ side, x, y, lines, step, leaderTo }) => {
    const px = toX(x);
    const py = toY(y);
    if (side === "inside")
      return lines
        .map((line, i) =>
          pen.write(line.trimEnd(), px, py + (i - (lines.length - 1) / 2) * LINE + 6, {
            size: LABEL,
            face: i === 0 ? "regular" : "bold",
            anchor: "middle",
            fill: coloursOf(step).text,
          }),
        )
        .join("");
    const [name = "", figure = ""] = lines;
    const nameWidth = pen.widthOf(`${name} `, { size: LABEL }) + 4;
    const figureWidth = pen.widthOf(figure.trimEnd(), { size: LABEL, face: "bold" });
    const from = side === "left" ? px - 6 - nameWidth - figureWidth : px + 6;
    const leader =
      leaderTo === null
        ? ""
        : tag("path", {
            d: `M${px} ${py}L${toX(leaderTo.x)} ${toY(leaderTo.y)}`,
            stroke: PALETTE.ink,
            "stroke-width": 1.2,
          });
    const box = { x: from - 3, y: py - 11, width: nameWidth + figureWidth + 6, height: 22 };
    return (
      leader +
      tag("rect", { ...box, fill: PALETTE.sea, "fill-opacity": 0.85 }) +
      pen.write(name, from, py + 6, { size: LABEL }) +
      pen.write(figure.trimEnd(), from + nameWidth, py + 6, { size: LABEL, face: "bold" })
    );
  });
  const key = drawKey(pen, steps, noData, width);
  const left = (width - size.width) / 2;
  return {
    svg: moveTo(left, 0, map + texts.join("")) + moveTo(0, size.height + 22, key.svg),
    height: size.height + 22 + key.height,
  };
}

/** Clipped lines, which a renderer draws far faster than a pattern. `unit`: a px in map units. */
function drawHatching(land: string, { x, y, width, height }: MapCrop, unit: number): string {
  const lines = drawDiagonals({ x, y, width, height }, HATCH_PX * unit);
  return (
    tag("clipPath", { id: "no-data" }, tag("path", { d: land })) +
    tag("path", { d: land, fill: PALETTE.land }) +
    tag("path", { d: lines, stroke: PALETTE.hatch, "stroke-width": unit, "clip-path": "url(#no-data)" }) +
    tag("path", { d: land, fill: "none", stroke: PALETTE.coast, "stroke-width": 0.6 * unit })
  );
}

const HATCH_PX = 5.5;

function drawDiagonals({ x, y, width, height }: MapCrop, step: number): string {
  const count = Math.ceil((width + height) / step);
  const lines = Array.from({ length: count }, (_, i) => {
    const from = x - height + i * step;
    return `M${from.toFixed(2)} ${y + height}L${(from + height).toFixed(2)} ${y}`;
  });
  return lines.join("");
}

function drawKey(pen: Pen, steps: readonly { step: Step; text: string }[], noData: string, width: number): Drawing {
  const style = { size: 17, fill: PALETTE.ink2 };
  let x = 0;
  let y = 0;
  const drawn: string[] = [];
  for (const { fill, text } of [
    ...steps.map(({ step, text }) => ({ fill: coloursOf(step).fill, text })),
    { fill: null, text: noData },
  ]) {
    const needed = 30 + pen.widthOf(text, style) + 26;
    if (x > 0 && x + needed > width) [x, y] = [0, y + 28];
    const chip = tag("rect", { x, y: y + 1, width: 22, height: 16, fill: fill ?? PALETTE.land });
    const lines = `M${x} ${y + 9}l8 -8M${x} ${y + 17}l16 -16M${x + 7} ${y + 17}l15 -15M${x + 15} ${y + 17}l7 -7`;
    const hatching = fill === null ? tag("path", { d: lines, stroke: PALETTE.control, "stroke-width": 1 }) : "";
    drawn.push(chip, hatching, pen.write(text, x + 30, y + 15, style));
    x += needed;
  }
  return { svg: drawn.join(""), height: y + 22 };
}
