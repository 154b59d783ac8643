import { type Font, type PathCommand, parse } from "opentype.js";
import { readFonts } from "@/lib/pages/fonts";
import { PALETTE } from "./palette";
import { type Drawing, tag } from "./svg";

export type Face = "finding" | "regular" | "bold";
export type Style = { size: number; face?: Face; fill?: string; anchor?: "start" | "middle" | "end" };

/** Writes text as outlines, so that a picture needs no font where it is opened. */
export type Pen = {
  /** Text with its baseline at (x, y). */
  write: (text: string, x: number, y: number, style: Style) => string;
  /** Width of a text in units of the picture. */
  widthOf: (text: string, style: Style) => number;
  /** Text in lines of at most `width`, from the top. */
  paragraph: (text: string, width: number, style: Style & { lineHeight?: number }) => Drawing;
};

const LINE_HEIGHT = 1.3;
let known: Promise<Pen> | null = null;

/** Reads the fonts once a process. */
export function findPen(): Promise<Pen> {
  known ??= makePen();
  return known;
}

async function makePen(): Promise<Pen> {
  const fonts = new Map<string, Font>();
  for (const { name, weight, data } of await readFonts())
    fonts.set(`${name} ${weight}`, parse(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)));
  const fontOf = ({ face = "regular" }: Style): Font => {
    const font = fonts.get(face === "finding" ? "Finding 600" : face === "bold" ? "Archivo 600" : "Archivo 400");
    if (font === undefined) throw new Error(`there is no font for ${face}`);
    return font;
  };
  const widthOf = (text: string, style: Style) => placeGlyphs(fontOf(style), toDrawable(text), style.size).width;
  const write = (text: string, x: number, y: number, style: Style) => {
    const { anchor = "start", fill = PALETTE.ink, size } = style;
    const { glyphs, width } = placeGlyphs(fontOf(style), toDrawable(text), size);
    const from = x - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
    const d = glyphs.map(({ glyph, left }) => toPathData(glyph.getPath(from + left, y, size).commands)).join("");
    return d === "" ? "" : tag("path", { d, fill });
  };
  const paragraph: Pen["paragraph"] = (text, width, style) => {
    const lines = wrap(text, width, (part) => widthOf(part, style));
    const step = style.size * (style.lineHeight ?? LINE_HEIGHT);
    const svg = lines.map((line, i) => write(line, 0, i * step + style.size, style)).join("");
    return { svg, height: lines.length * step };
  };
  return { write, widthOf, paragraph };
}

/** Kerned glyphs without ligatures: the parser lacks some substitutions. */
function placeGlyphs(font: Font, text: string, size: number) {
  const scale = size / font.unitsPerEm;
  let width = 0;
  const glyphs = Array.from(text, (char) => font.charToGlyph(char)).map((glyph, i, all) => {
    const before = all[i - 1];
    const left = width + (before ? font.getKerningValue(before, glyph) * scale : 0);
    width = left + (glyph.advanceWidth ?? 0) * scale;
    return { glyph, left };
  });
  return { glyphs, width };
}

const COORDINATES = ["x1", "y1", "x2", "y2", "x", "y"] as const;

/** Path data to hundredths. The library's own writes NaN where a coordinate is nearly whole. */
function toPathData(commands: readonly PathCommand[]): string {
  const written = commands.map((command) => {
    const given: Partial<Record<(typeof COORDINATES)[number] | "type", unknown>> = command;
    const numbers = COORDINATES.map((name) => given[name]).filter((value) => typeof value === "number");
    return command.type + numbers.map((value) => Math.round(value * 100) / 100).join(" ");
  });
  return written.join("");
}

function wrap(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || widthOf(longer) > width) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}

/** Characters in the card's fonts. The library would fetch a font for any other. */
const DRAWN = /[\u0020-\u007e\u00a1-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac\u2212]/;

/** Replaces special spaces by plain ones and drops unsupported accents. */
function toDrawable(text: string): string {
  return Array.from(text.replace(/\s/g, " "), (char) => {
    if (DRAWN.test(char)) return char;
    return Array.from(char.normalize("NFKD"))
      .filter((part) => DRAWN.test(part))
      .join("");
  }).join("");
}
