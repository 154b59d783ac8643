import "server-only";
import { connection } from "next/server";
import { rateDayOf } from "@/lib/catalogue/fx/rules";
import type { ShownDays } from "@/lib/catalogue/prices/days/data";
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
 * can be asked for, and whether another one may show other prices. `reading`: days of what the page shows.
 */
export async function readDayContext(version: Version, date: string | undefined, reading: Promise<ShownDays>) {
  const [{ context, today }, { first, isRepeated }] = await Promise.all([readPageContext(version), reading]);
  const days = { first: first ?? today, last: today, isRepeated };
  if (date === undefined) return { context, today, days };
  const rateDay = rateDayOf(context.summary.fx_date, date);
  return { context: { ...context, summary: { ...context.summary, fx_date: rateDay } }, today: date, days };
}
