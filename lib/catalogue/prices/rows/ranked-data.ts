import "server-only";
import { type Ranking, toRanking } from "@/lib/catalogue/prices/ranking/rules";
import { indexCountriesOf } from "@/lib/catalogue/prices/ranking/sql";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { Prisma } from "@/prisma/client/client";
import type { SeriesChoice } from "./filter-rules";
import { type FiguresRow, figuresOf, lowestOfCountries, type RankedRow, type RankedView, rankedPrices } from "./sql";

/** The countries of the index of a version, as the rule of ranking counts them, as SQL. */
export const readIndexCountries = oncePerVersion("index-countries", async ({ id }): Promise<string> => {
  const rows = await publishedDb().$queryRaw<{ country: string }[]>(Prisma.sql`
    WITH published AS (SELECT * FROM price WHERE version_id = ${id}), listed AS (SELECT * FROM product WHERE version_id = ${id})
    ${Prisma.raw(indexCountriesOf("published", "listed"))}`);
  return rows.length === 0 ? "''" : rows.map(({ country }) => `'${country}'`).join(", ");
});

async function viewOf(version: Version, choice: SeriesChoice, tax: TaxView): Promise<RankedView> {
  return { versionId: version.id, choice, tax, indexCountries: await readIndexCountries(version) };
}

/** Series of ranked prices, and the ranking of each product that has one. */
export type RankedSeries = { series: ReadonlySet<number>; rankings: ReadonlyMap<string, Ranking> };

const toRankedSeries = (rows: readonly RankedRow[]): RankedSeries => ({
  series: new Set(rows.map(({ seriesId }) => seriesId)),
  rankings: new Map(rows.map(({ product, ranking }) => [product, toRanking(ranking)])),
});

/** Ranks the prices that a choice leaves. */
export async function findRanked(version: Version, choice: SeriesChoice, tax: TaxView): Promise<RankedSeries> {
  return toRankedSeries(await publishedDb().$queryRaw<RankedRow[]>(rankedPrices(await viewOf(version, choice, tax))));
}

/** Series of the lowest ranked price of each country among those that a choice leaves. */
export async function findLowestSeries(version: Version, choice: SeriesChoice, tax: TaxView): Promise<number[]> {
  const view = await viewOf(version, choice, tax);
  const rows = await publishedDb().$queryRaw<Pick<RankedRow, "seriesId">[]>(lowestOfCountries(view));
  return rows.map(({ seriesId }) => seriesId);
}

/** Figures of each product over the prices that a choice leaves, by slug. */
export async function findRankedFigures(
  version: Version,
  choice: SeriesChoice,
): Promise<ReadonlyMap<string, FiguresRow>> {
  const rows = await publishedDb().$queryRaw<FiguresRow[]>(figuresOf(await viewOf(version, choice, "shown")));
  return new Map(rows.map((row) => [row.product, row]));
}
