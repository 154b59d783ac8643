import "server-only";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { isGuess } from "@/lib/catalogue/filters/rules";
import {
  chooseRanked,
  chooseSeries,
  type SeriesChoice,
  type SeriesFilter,
} from "@/lib/catalogue/prices/rows/filter-rules";
import { readIndexCountries } from "@/lib/catalogue/prices/rows/ranked-data";
import { type DayRow, toDayPrice } from "@/lib/catalogue/prices/rows/record-rules";
import { UsualLevels, type UsualPrice } from "@/lib/catalogue/prices/usual/levels";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { once } from "@/lib/versions/once";
import { toDay } from "@/lib/versions/values";
import {
  comparedOnDay,
  type DayPage,
  type DayRank,
  type DayRule,
  middleDayOn,
  pricesOfDay,
  rankedOnDay,
  readingDaysOf,
} from "./sql";

const readMiddleDay = (version: Version, date: string) =>
  once(version, `middle-day ${date}`, async (): Promise<string | null> => {
    const [row] = await publishedDb().$queryRaw<{ day: Date | null }[]>(middleDayOn(version, date));
    return row?.day ? toDay(row.day) : null;
  });

const readUsualLevels = (version: Version, date: string) =>
  once(version, `usual-levels ${date}`, async () =>
    UsualLevels.fit(await publishedDb().$queryRaw<UsualPrice[]>(comparedOnDay(version, date))),
  );

async function readDayRule(version: Version, date: string): Promise<DayRule> {
  const [middleDay, indexCountries] = await Promise.all([readMiddleDay(version, date), readIndexCountries(version)]);
  return { middleDay, indexCountries };
}

/** Ranked prices of a day among those of a choice, the lowest of each product first. */
export async function rankOnDay(
  version: Version,
  choice: SeriesChoice,
  date: string,
  tax: TaxView,
): Promise<DayRank[]> {
  const rule = await readDayRule(version, date);
  return publishedDb().$queryRaw<DayRank[]>(rankedOnDay(version, choice, { date, tax }, rule));
}

function findUsualRatio({ usdMonthly, fxStale, productSlug, countryCode, ...row }: DayRow, usual: UsualLevels) {
  if (usdMonthly === null || usdMonthly === 0 || fxStale) return null;
  return usual.ratioOf({ ...row, product: productSlug, country: countryCode, usdMonthly });
}

/**
 * A page of prices of a day, with the rankings of their products. What is ranked is found among all prices of a product that
 * `platform` and `period` leave; with `best` among those that all filters leave.
 */
export async function findPricesOfDay(version: Version, query: SeriesFilter & DayPage) {
  const [facts, rule, usual] = await Promise.all([
    readFacts(version),
    readDayRule(version, query.date),
    readUsualLevels(version, query.date),
  ]);
  const choice = chooseSeries(query, facts);
  const rows = await publishedDb().$queryRaw<(DayRow & { total: number })[]>(pricesOfDay(version, choice, query, rule));
  const found = rows.filter(({ productSlug }) => productSlug !== null);
  const products = found.map(({ productSlug }) => productSlug);
  const view = chooseRanked(choice, products, query.best !== undefined);
  const rank = (tax: TaxView) => (found.length === 0 ? [] : rankOnDay(version, view, query.date, tax));
  const [ranks, ranksWithoutTax] = await Promise.all([rank("shown"), rank("excluded")]);
  const ranked = new Set(ranks.map(({ seriesId }) => seriesId));
  const rankedWithoutTax = new Set(ranksWithoutTax.map(({ seriesId }) => seriesId));
  return {
    total: rows[0]?.total ?? 0,
    data: found.map((row) =>
      toDayPrice(row, query.figures ?? query.tax, {
        isRanked: ranked.has(row.seriesId),
        isRankedWithoutTax: rankedWithoutTax.has(row.seriesId),
        usualRatio: findUsualRatio(row, usual),
      }),
    ),
    ranks: { shown: ranks, excluded: ranksWithoutTax } satisfies Record<TaxView, DayRank[]>,
    isGuess: isGuess(facts.products, query.q),
  };
}

export type ShownDays = {
  /** Null where no series was read. */
  first: string | null;
  /** A price was read on two days or more: only then another day can show another price. */
  isRepeated: boolean;
};

export async function findShownDays(
  version: Version,
  filter: Pick<SeriesFilter, "product" | "country">,
): Promise<ShownDays> {
  const choice = chooseSeries(filter, await readFacts(version));
  const [row] = await publishedDb().$queryRaw<{ day: Date | null; isRepeated: boolean }[]>(
    readingDaysOf(version, choice),
  );
  return { first: row?.day ? toDay(row.day) : null, isRepeated: row?.isRepeated === true };
}
