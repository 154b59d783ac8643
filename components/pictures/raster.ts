import { ImageResponse } from "next/og";
import { createElement } from "react";
import type { Picture } from "./sheet";

/** Larger pictures are scaled down. */
const MOST_PIXELS = 4_000_000;

export async function toPng({ svg, width, height }: Picture): Promise<Uint8Array> {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  const response = new ImageResponse(createElement("img", { src, ...size }), size);
  return new Uint8Array(await response.arrayBuffer());
}
