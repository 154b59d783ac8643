import "server-only";
import { escapeLiteral } from "pg";
import { findCategoryMedians } from "@/lib/catalogue/categories/data";
import type { CategoryMedians } from "@/lib/catalogue/categories/schema";
import { readCountries } from "@/lib/catalogue/countries/data";
import type { Country, CountryIndex } from "@/lib/catalogue/countries/schema";
import { MedianRelativeIndex } from "@/lib/catalogue/price-index/median-relative";
import { IS_INDEXED, readByProduct } from "@/lib/catalogue/price-index/prices-data";
import { BASE_COUNTRY, MIN_CATEGORY_SIZE } from "@/lib/catalogue/price-index/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { MIN_BASKET_SIZE } from "@/lib/contract/basket";
import { longPool, publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { once } from "@/lib/versions/once";
import { type BaseMedian, indexAgainst, type LevelPair, listCategoryMedians } from "./rules";

type Asked = { tax: TaxView; base: string; category?: string | undefined };

/** The country that figures are compared with: `home` where it has an index, else the United States. */
export async function chooseBase(version: Version, home: string | null): Promise<string> {
  const countries = await readCountries(version, "shown");
  return countries.find(({ country: code }) => code === home)?.index ? (home ?? BASE_COUNTRY) : BASE_COUNTRY;
}

/**
 * Countries with the index against `base`, of a category or of all: the median over the subscriptions that both sell,
 * computed directly and never chained. That of all against the United States is read as published.
 */
export async function readCountriesAgainst(version: Version, asked: Asked): Promise<readonly Country[]> {
  const { tax, base, category } = asked;
  const countries = await readCountries(version, tax);
  if (base === BASE_COUNTRY && category === undefined) return countries;
  const hasModel = tax === "shown" && category === undefined;
  const [medians, pairs] = await Promise.all([
    readMedians(version, asked),
    hasModel ? readLevelPairs(version, base) : [],
  ]);
  return indexAgainst(base, countries, medians, pairs);
}

/** Indexes without tax against `base`, by country. */
export async function readTaxFreeIndex(version: Version, base: string): Promise<ReadonlyMap<string, CountryIndex>> {
  const countries = await readCountriesAgainst(version, { tax: "excluded", base });
  return new Map(countries.flatMap(({ country, index }) => (index === null ? [] : [[country, index] as const])));
}

/** Medians of categories against `base`, lowest first. */
export const findCategoriesAgainst = async (
  version: Version,
  tax: TaxView,
  base: string,
): Promise<CategoryMedians[]> =>
  base === BASE_COUNTRY
    ? findCategoryMedians(version, tax)
    : listCategoryMedians(await readCountries(version, tax), await readMedians(version, { tax, base }));

const readMedians = (version: Version, { tax, base, category }: Asked) =>
  once(version, `medians ${tax} ${base} ${category ?? ""}`, async (): Promise<BaseMedian[]> => {
    const index = new MedianRelativeIndex(base, category === undefined ? MIN_BASKET_SIZE : MIN_CATEGORY_SIZE);
    const condition = [
      "t.in_basket",
      IS_INDEXED,
      `EXISTS (SELECT FROM price b WHERE b.version_id = p.version_id AND b.product = p.product AND b.country = ${escapeLiteral(base)})`,
      ...(category === undefined ? [] : [`t.category = ${escapeLiteral(category)}`]),
    ].join(" AND ");
    const client = await longPool().connect();
    let isRead = false;
    try {
      for await (const prices of readByProduct(client, version.id, condition))
        index.addProduct(tax === "shown" ? prices : prices.map((price) => ({ ...price, usd: price.exTaxUsd })));
      isRead = true;
    } finally {
      client.release(!isRead);
    }
    return index
      .solve()
      .map(({ country, basketSize, figures, categories }) => ({ country, basketSize, figures, categories }));
  });

async function readLevelPairs({ id: versionId }: Version, base: string): Promise<LevelPair[]> {
  const rows = await publishedDb().levelDifference.findMany({
    where: { versionId, OR: [{ countryCode: base }, { otherCode: base }] },
  });
  return rows.map(({ countryCode, otherCode, pct, lowPct: low, highPct: high, standardError: se }) =>
    otherCode === base
      ? {
          country: countryCode,
          pct,
          low,
          high,
          se,
        }
      : {
          country: otherCode,
          pct: inverse(pct),
          low: inverse(high),
          high: inverse(low),
          se,
        },
  );
}

const inverse = (pct: number) => 100 / (1 + pct / 100) - 100;
