import "server-only";
import { connection } from "next/server";
import { findDatasetSummary } from "@/lib/dataset/summary-data";
import { publicUrl } from "@/lib/platform/env";

/** What every page needs to say where its figures come from, and the day from which ages are counted (UTC). */
export async function readPageContext() {
  await connection();
  return {
    context: { base: publicUrl(), summary: await findDatasetSummary() },
    today: new Date().toISOString().slice(0, 10),
  };
}
