import { type BarRow, drawBarRows } from "./bar-rows";
import { findPen } from "./pen";
import { type Caption, drawSheet, innerWidth, type Picture } from "./sheet";

const SIZE = { width: 1200, height: 630 };
const MAX_ROWS = 5;
const ROW = 46;

/** Link preview, 1200 x 630: the finding of a page and its figures as bars. */
export async function drawCard(caption: Caption, rows: readonly BarRow[]): Promise<Picture> {
  const pen = await findPen();
  return drawSheet(pen, caption, drawBarRows(pen, rows.slice(0, MAX_ROWS), innerWidth(), ROW), SIZE);
}
