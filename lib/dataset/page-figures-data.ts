import "server-only";
import { db } from "@/lib/platform/db";
import { NoDataset } from "./data";

/** Figures that the publish computed for pages, by their name in page-figures.ts. Throws NoDataset. */
export async function readFigures<T>(name: string): Promise<T> {
  const [row] = await db().$queryRaw<{ figures: T }[]>`SELECT figures FROM page_figure WHERE name = ${name}`;
  if (row === undefined) throw new NoDataset();
  return row.figures;
}
