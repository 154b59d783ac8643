import "server-only";
import Big from "big.js";
import type { ListQuery } from "@/lib/api/formats";
import { findVersionRates } from "@/lib/catalogue/fx/data";
import { FEWER_WITHOUT_TAX, MIN_BASKET_SIZE } from "@/lib/catalogue/price-index/rules";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { readCatalogue } from "@/lib/dataset/data";
import { publishedDb } from "@/lib/platform/db";
import { suggest } from "@/lib/text/suggest";
import type { Version } from "@/lib/versions/current";
import { toNumber } from "@/lib/versions/values";
import type { Country as CountryRow } from "@/prisma/client/client";
import type { listMultipliers } from "./endpoints";
import { compareProduct, type Level, type LevelAgainstBase, type ProductPrice, toMultipliers } from "./rules";

const PRODUCT = "product:";

/** Returns a problem for an unknown product. */
export async function findMultipliers(version: Version, query: ListQuery<typeof listMultipliers>) {
  const { base, basis, tax, round, price } = query;
  const product = basis.startsWith(PRODUCT) ? basis.slice(PRODUCT.length) : null;
  if (product !== null) {
    const { products } = await readCatalogue(version);
    if (!products.includes(product)) return toUnknownBasis(product, products);
  }
  const [levels, differences] = await Promise.all([
    findLevels(version, query, product),
    basis === "model" ? findDifferences(version, base) : [],
  ]);
  const isOwnBase = product !== null || base === "US";
  const countries = toMultipliers(levels, { base, isOwnBase, decimals: round, price }, differences);
  return {
    data: {
      base,
      basis,
      tax,
      fx_date: version.fxDate,
      ...(price !== undefined && { price: Number(price) }),
      countries,
    },
  };
}

function toUnknownBasis(product: string, products: readonly string[]) {
  const [suggestion] = suggest(product, products);
  const fault = { parameter: "basis", code: "not_in_dataset" as const, detail: `"${product}" is not in this dataset` };
  const errors = [suggestion === undefined ? fault : { ...fault, suggestion: `${PRODUCT}${suggestion}` }];
  return { kind: "bad-parameter" as const, detail: "Not accepted: basis. See errors for each.", errors };
}

async function findLevels(
  version: Version,
  { base, basis, tax }: ListQuery<typeof listMultipliers>,
  product: string | null,
): Promise<Level[]> {
  const [countries, rates, prices] = await Promise.all([
    publishedDb().country.findMany({ where: { versionId: version.id, prices: { gt: 0 } }, orderBy: { code: "asc" } }),
    findVersionRates(version),
    product === null ? [] : findProductPrices(version, product, tax),
  ]);
  const rateOf = new Map([["USD", 1], ...rates.map(({ currency, usd_per_unit }) => [currency, usd_per_unit] as const)]);
  const ofProduct = compareProduct(prices, base, tax);
  const levelOf = (row: CountryRow) => {
    if (product !== null) return ofProduct(row.code);
    return basis === "model" ? toModelLevel(row) : toMedianLevel(row, tax);
  };
  return countries.map((row) => {
    const { code: country, name, currency } = row;
    return { country, name, currency, ...levelOf(row), usd_per_unit: rateOf.get(currency ?? "") ?? null };
  });
}

type Figures = Omit<Level, "country" | "name" | "currency" | "usd_per_unit">;

const TOO_FEW = `fewer than ${MIN_BASKET_SIZE} products in common with the US`;

function toMedianLevel(row: CountryRow, tax: TaxView): Figures {
  const isShown = tax === "shown";
  const share = (pct: number | null) => (pct === null ? null : Big(pct).div(100).plus(1).toNumber());
  const [pct, low, high, n] = isShown
    ? [row.pctVsUs, row.medianLow, row.medianHigh, row.basketSize]
    : [row.exTaxPctVsUs, row.exTaxMedianLow, row.exTaxMedianHigh, row.exTaxBasketSize];
  const reason = isShown || row.pctVsUs === null ? TOO_FEW : FEWER_WITHOUT_TAX;
  return {
    ...{ level: share(pct), low: share(low), high: share(high), n, platform: null, period: null },
    reason: pct === null ? reason : null,
  };
}

const NO_MODEL: Readonly<Record<string, string | null>> = {
  published: null,
  base_missing: "the US has no price",
  not_comparable: "no product in common with a country that is compared with the US",
};

function toModelLevel({ modelStatus, modelValue, modelLow, modelHigh, products: n }: CountryRow): Figures {
  const share = (index: number | null) => (index === null ? null : Big(index).div(100).toNumber());
  const reason = NO_MODEL[modelStatus];
  return {
    ...{ level: share(modelValue), low: share(modelLow), high: share(modelHigh), n, platform: null, period: null },
    reason: reason === undefined ? "too few products, or too wide an error" : reason,
  };
}

async function findProductPrices({ id: versionId }: Version, product: string, tax: TaxView): Promise<ProductPrice[]> {
  const isKnown = tax === "shown" ? { usdMonthly: { gt: 0 } } : { exTaxUsdMonthly: { gt: 0 } };
  const rows = await publishedDb().price.findMany({
    where: { versionId, productSlug: product, fxStale: false, ...isKnown },
    select: { countryCode: true, platform: true, period: true, usdMonthly: true, exTaxUsdMonthly: true },
  });
  return rows.map(({ countryCode: country, platform, period, usdMonthly, exTaxUsdMonthly }) => ({
    ...{ country, platform, period, usd: toNumber(tax === "shown" ? usdMonthly : exTaxUsdMonthly) ?? 0 },
  }));
}

/** Reverses pairs that are stored the other way round. */
async function findDifferences({ id: versionId }: Version, base: string): Promise<LevelAgainstBase[]> {
  const rows = await publishedDb().levelDifference.findMany({
    where: { versionId, OR: [{ countryCode: base }, { otherCode: base }] },
  });
  const invert = (pct: number) => 100 * (100 / (100 + pct) - 1);
  return rows.map(({ countryCode, otherCode, pct, lowPct, highPct }) =>
    otherCode === base
      ? { country: countryCode, pct, low_pct: lowPct, high_pct: highPct }
      : { country: otherCode, pct: invert(pct), low_pct: invert(highPct), high_pct: invert(lowPct) },
  );
}
