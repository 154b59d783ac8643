import { PALETTE } from "./palette";
import type { Pen } from "./pen";
import { type Drawing, escapeXml, moveTo, tag } from "./svg";

export type Caption = {
  finding: string;
  measure: string;
  /** Sources, version, licence and address, in the foot. */
  credit: string;
};

/** SVG document, and its size in px. */
export type Picture = { svg: string; width: number; height: number };

export const PICTURE_WIDTH = 1200;
const MARGIN = 48;
const SEGMENTS = 24;
const NEATLINE = 14;

export const innerWidth = (width = PICTURE_WIDTH): number => width - 2 * MARGIN;

/** `height`: pixels of the sheet; without it the sheet ends below its content. */
export function drawSheet(
  pen: Pen,
  { finding, measure, credit }: Caption,
  body: Drawing,
  { width = PICTURE_WIDTH, height: fixed }: { width?: number; height?: number } = {},
): Picture {
  const inner = innerWidth(width);
  const title = pen.paragraph(finding, inner, {
    size: finding.length > 90 ? 36 : 42,
    face: "finding",
    lineHeight: 1.16,
  });
  const below = pen.paragraph(measure, inner, { size: 22, fill: PALETTE.ink2 });
  const foot = pen.paragraph(credit, inner - 220, { size: 18, fill: PALETTE.ink2 });
  const titleTop = NEATLINE + 34;
  const footHeight = Math.max(foot.height, 30);
  const measureTop = titleTop + title.height + 10;
  const bodyTop = measureTop + below.height + 24;
  const height = Math.ceil(fixed ?? bodyTop + body.height + 28 + footHeight + 36);
  const footTop = height - 30 - footHeight;
  const content = [
    tag("rect", { width, height, fill: PALETTE.paper }),
    drawNeatline(width),
    moveTo(MARGIN, titleTop, title.svg),
    moveTo(MARGIN, measureTop, below.svg),
    moveTo(MARGIN, bodyTop, body.svg),
    tag("path", { d: `M${MARGIN} ${footTop - 12}H${width - MARGIN}`, stroke: PALETTE.rule }),
    pen.write("Price Atlas", MARGIN, footTop + 26, { size: 28, face: "finding" }),
    moveTo(MARGIN + 220, footTop + 2, foot.svg),
  ];
  const described = [tag("title", {}, escapeXml(finding)), tag("desc", {}, escapeXml(`${measure} ${credit}`))];
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const svg = tag("svg", { xmlns: "http://www.w3.org/2000/svg", ...size, role: "img" }, ...described, ...content);
  return { svg, width, height };
}

function drawNeatline(width: number): string {
  const segment = width / SEGMENTS;
  const black = Array.from(
    { length: SEGMENTS / 2 },
    (_, i) => `M${2 * i * segment} 0h${segment}v${NEATLINE}h-${segment}z`,
  );
  const edges = `M0 1H${width}M0 ${NEATLINE - 1}H${width}`;
  return (
    tag("path", { d: black.join(""), fill: PALETTE.ink }) +
    tag("path", { d: edges, stroke: PALETTE.ink, "stroke-width": 2 })
  );
}
