import "server-only";
import { connection } from "next/server";
import { rateDayOf } from "@/lib/catalogue/fx/rules";
import { findSources } from "@/lib/dataset/sources-data";
import { findDatasetSummary } from "@/lib/dataset/summary-data";
import { writeAge } from "@/lib/findings/age-rules";
import { currentDay } from "@/lib/platform/clock";
import { publicUrl } from "@/lib/platform/env";
import type { Version } from "@/lib/versions/current";
import { readPageVersion } from "./page-version";

export async function readPageContext(version: Version) {
  await connection();
  const today = currentDay();
  const [summary, newest] = await Promise.all([findDatasetSummary(version), readPageVersion({})]);
  return {
    context: {
      base: publicUrl(),
      summary,
      version: version.id === newest.id ? undefined : version.version,
      age: writeAge(summary.data_median, today),
    },
    today,
  };
}

/**
 * Page context for the prices of a day: its exchange rates, at most those of the rate day, and ages counted from it. `days`: the first and the last that
 * can be asked for. `firstDay`: that of what the page shows; without one, the first reading of all.
 */
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
    shown ??
    sources
      .flatMap(({ from, n_observations: observations }) => (from !== null && observations > 0 ? [from] : []))
      .sort()[0];
  const days = { first: first ?? today, last: today };
  if (date === undefined) return { context, today, days };
  const rateDay = rateDayOf(context.summary.fx_date, date);
  return { context: { ...context, summary: { ...context.summary, fx_date: rateDay } }, today: date, days };
}
