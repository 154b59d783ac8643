import "server-only";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { isGuess } from "@/lib/catalogue/filters/rules";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { toDay } from "@/lib/versions/values";
import { type DayPage, firstDayOf, pricesOfDay } from "./day-sql";
import { chooseSeries, type SeriesFilter } from "./filter-rules";
import { type DayRow, toDayPrice } from "./record-rules";

export async function findPricesOfDay(version: Version, query: SeriesFilter & DayPage) {
  const facts = await readFacts(version);
  const choice = chooseSeries(query, facts);
  const rows = await publishedDb().$queryRaw<(DayRow & { total: number })[]>(pricesOfDay(version, choice, query));
  const found = rows.filter(({ productSlug }) => productSlug !== null);
  return {
    total: rows[0]?.total ?? 0,
    data: found.map((row) => toDayPrice(row, query.tax)),
    isGuess: isGuess(facts.products, query.q),
  };
}

/** Null where no series was read. */
export async function findFirstDay(
  version: Version,
  filter: Pick<SeriesFilter, "product" | "country">,
): Promise<string | null> {
  const choice = chooseSeries(filter, await readFacts(version));
  const [row] = await publishedDb().$queryRaw<{ day: Date | null }[]>(firstDayOf(version, choice));
  return row?.day ? toDay(row.day) : null;
}
