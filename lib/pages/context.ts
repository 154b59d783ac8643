import "server-only";
import { connection } from "next/server";
import { findDatasetSummary } from "@/lib/dataset/summary-data";
import { publicUrl } from "@/lib/platform/env";

/** Dataset summary of a page, and the day (UTC) from which it counts ages. */
export async function readPageContext() {
  await connection();
  return {
    context: { base: publicUrl(), summary: await findDatasetSummary() },
    today: new Date().toISOString().slice(0, 10),
  };
}
