import "server-only";
import Big from "big.js";
import type { ListQuery } from "@/lib/api/formats";
import { readFacts } from "@/lib/catalogue/filters/facts-data";
import { toExactMonthly } from "@/lib/catalogue/prices/amount-rules";
import { differencePct } from "@/lib/catalogue/prices/rules";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { oncePerVersion } from "@/lib/versions/once";
import { findLowestUsPrices } from "./against-us-data";
import { chooseOffers, divide, type Offer, sortOffers } from "./browse-rules";
import type { BrowseChoices, BrowsedProduct } from "./browse-schema";
import { findPricesById } from "./data";
import type { listOffers } from "./offer-endpoints";
import { type OfferFigures, offerEnds, offerFigures } from "./sql";

type Query = ListQuery<typeof listOffers>;

/** One page, the number of all, and how many of the `compared` ones (priced here and in the US) cost less here. */
export async function browseProducts(version: Version, query: Query) {
  const [{ products }, figures] = await Promise.all([
    readFacts(version),
    publishedDb().$queryRaw<OfferFigures[]>(offerFigures(version.id, query)),
  ]);
  const offers = chooseOffers(products, figures, query);
  const { page, page_size: size } = query;
  const listed = sortOffers(offers, query.sort).slice((page - 1) * size, page * size);
  return {
    data: await withPrices(version, listed, query),
    total: offers.length,
    below_us: offers.filter(({ low, us_low }) => low !== null && us_low !== null && low < us_low).length,
    compared: offers.filter(({ low, us_low }) => low !== null && us_low !== null).length,
  };
}

async function withPrices(version: Version, offers: readonly Offer[], query: Query): Promise<BrowsedProduct[]> {
  const slugs = offers.map(({ slug }) => slug);
  const [found, us] = await Promise.all([
    publishedDb().$queryRaw<{ product: string; cheapest: number; most_expensive: number }[]>(
      offerEnds(version.id, slugs, query),
    ),
    findLowestUsPrices(version, slugs, query),
  ]);
  const ends = new Map(found.map((one) => [one.product, one]));
  const ids = found.flatMap(({ cheapest, most_expensive }) => [cheapest, most_expensive]);
  const prices = await findPricesById(version, ids, "shown");
  return offers.map((offer): BrowsedProduct => {
    const { slug, name, plan, category, countries, changed_on, verified_on } = offer;
    const cheapest = prices.get(ends.get(slug)?.cheapest ?? 0) ?? null;
    const usPrice = us.get(slug) ?? null;
    const pct = differencePct(cheapest && toExactMonthly(cheapest), usPrice && toExactMonthly(usPrice));
    return {
      ...{ slug, name, plan, category, countries, prices: offer.prices, cheapest },
      most_expensive: prices.get(ends.get(slug)?.most_expensive ?? 0) ?? null,
      us: usPrice,
      spread: divide(offer)?.round(4, Big.roundHalfUp).toNumber() ?? null,
      ...{ changed_on, verified_on },
      pct_vs_us: cheapest?.country === "US" ? null : pct,
    };
  });
}

export const findBrowseChoices = oncePerVersion("browse-choices", async ({ id: versionId }): Promise<BrowseChoices> => {
  const [categories, countries, billed] = await Promise.all([
    publishedDb().product.groupBy({
      by: ["category"],
      where: { versionId, countries: { gt: 0 } },
      _count: true,
      orderBy: { category: "asc" },
    }),
    publishedDb().country.findMany({
      where: { versionId, prices: { gt: 0 } },
      select: { code: true, name: true },
      orderBy: { name: "asc" },
    }),
    publishedDb().price.groupBy({ by: ["platform", "period"], where: { versionId } }),
  ]);
  return {
    categories: categories.map(({ category, _count }) => ({ category, products: _count })),
    countries,
    platforms: [...new Set(billed.map(({ platform }) => platform))].sort(),
    periods: [...new Set(billed.map(({ period }) => period))].sort(),
  };
});
