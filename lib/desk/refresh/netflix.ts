import "server-only";
import { z } from "zod";
import { findNewestVersionId } from "@/lib/desk/changes/data";
import { db } from "@/lib/platform/db";
import { FetchFailed } from "@/lib/platform/guarded-request";
import type { ReadFile } from "./convert";

const NETFLIX_SOURCE = "netflix-prices";

const PRODUCTS: Readonly<Record<string, string>> = {
  mobile: "netflix-mobile",
  basic_with_ads: "netflix-basic-with-ads",
  basic: "netflix-basic",
  standard_with_ads: "netflix-standard-with-ads",
  standard: "netflix",
  premium: "netflix-premium",
};

const Listing = z.array(
  z.object({
    name: z.string(),
    download_url: z
      .url()
      .regex(/^[^\s",]+$/)
      .nullable(),
  }),
);
const Day = z.array(
  z.object({
    // Cells of the file that is made of them stand without quotes.
    country_code: z.string().regex(/^[A-Z]{2}$/),
    currency: z.string().regex(/^[A-Z]{3}$/),
    plans: z.array(z.object({ name: z.string(), price: z.number().positive().nullable() })),
  }),
);

function parse<T>(schema: z.ZodType<T>, content: Buffer): T {
  try {
    return schema.parse(JSON.parse(content.toString("utf8")));
  } catch {
    throw new FetchFailed("it is cut off, or in another format than it should be");
  }
}

/** Day and address of the newest file. Only file names contain the day. */
export function findNewestDay(listing: Buffer): { day: string; address: string } {
  const days = parse(Listing, listing).flatMap(({ name, download_url: address }) => {
    const day = /^(\d{4}-\d{2}-\d{2})\.json$/.exec(name)?.[1];
    return day === undefined || address === null ? [] : [{ day, address }];
  });
  const newest = days.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
  if (newest === undefined) throw new FetchFailed("it lists no file of a day");
  return newest;
}

/**
 * A day of the collection as a file of prices. A plan without a price, or missing, ends the series that had one where its
 * country is listed; a country that is missing as a whole was not read. Throws FetchFailed, and errors of pg.
 */
export async function toPriceFile(
  content: Buffer,
  { day, address }: { day: string; address: string },
): Promise<ReadFile> {
  const countries = parse(Day, content);
  const listed = await readListed();
  const lines = countries.flatMap(({ country_code: country, currency, plans }) => {
    const priceOf = new Map(plans.map(({ name, price }) => [name, price]));
    return Object.entries(PRODUCTS).flatMap(([plan, product]) => {
      const price = priceOf.get(plan) ?? null;
      if (price === null && !listed.has(`${product} ${country}`)) return [];
      const [amount, unit] = price === null ? ["", ""] : [String(price), currency];
      return [[product, country, "web", "monthly", amount, unit, day, NETFLIX_SOURCE, address].join(",")];
    });
  });
  if (lines.length === 0) throw new FetchFailed("it holds no price");
  const head = "product,country,platform,period,amount,currency,observed_on,source,source_url";
  return { name: `netflix-${day}.csv`, content: Buffer.from(`${[head, ...lines].join("\n")}\n`) };
}

async function readListed(): Promise<Set<string>> {
  const rows = await db().price.findMany({
    where: {
      versionId: (await findNewestVersionId()) ?? 0,
      productSlug: { in: Object.values(PRODUCTS) },
      platform: "web",
      period: "monthly",
    },
    select: { productSlug: true, countryCode: true },
  });
  return new Set(rows.map(({ productSlug, countryCode }) => `${productSlug} ${countryCode}`));
}
