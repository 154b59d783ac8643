import "server-only";
import { connection } from "next/server";
import { findSources } from "@/lib/dataset/sources-data";
import { findDatasetSummary } from "@/lib/dataset/summary-data";
import { publicUrl } from "@/lib/platform/env";
import type { Version } from "@/lib/versions/current";
import { readPageVersion } from "./page-version";

export async function readPageContext(version: Version) {
  await connection();
  const [summary, newest] = await Promise.all([findDatasetSummary(version), readPageVersion({})]);
  return {
    context: { base: publicUrl(), summary, version: version.id === newest.id ? undefined : version.version },
    today: new Date().toISOString().slice(0, 10),
  };
}

/** `days`: first and last day that can be requested. `firstDay` defaults to the first reading of all. */
export async function readDayContext(
  version: Version,
  date: string | undefined,
  firstDay: Promise<string | null> = Promise.resolve(null),
) {
  const [{ context, today }, sources, shown] = await Promise.all([
    readPageContext(version),
    findSources(version),
    firstDay,
  ]);
  const first =
    shown ?? sources.flatMap(({ from, observations }) => (from !== null && observations > 0 ? [from] : [])).sort()[0];
  const days = { first: first ?? today, last: today };
  if (date === undefined) return { context, today, days };
  return { context: { ...context, summary: { ...context.summary, fx_date: date } }, today: date, days };
}
