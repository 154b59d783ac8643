import { z } from "zod";
import { CountryCode, Day, Slug } from "@/lib/contract/codes";

/** Answers for a product in a country: `priced`, or the reason why it has no price there. */
export const COVERAGE_STATUSES = ["priced", "no_longer_sold", "other_plan_only", "not_known", "not_collected"] as const;
export type CoverageStatus = (typeof COVERAGE_STATUSES)[number];

export const CoverageRow = z
  .object({
    product: Slug,
    country: CountryCode,
    status: z
      .enum(COVERAGE_STATUSES)
      .describe(
        "`priced`, or why there is no price, the first that holds: `no_longer_sold`: a price was read, then its end; `not_known`: its price was withdrawn as wrong; `other_plan_only`: another plan of the same service has a price there; `not_known`: a source of the product has other prices of that country, and none of it; `not_collected`: no source of the product was read there.",
      ),
    n_prices: z.int().nonnegative().describe("Current prices: one for each store and billing period."),
    platforms: z.string().nullable().describe("Stores of these prices, between commas: `ios,web`."),
    last_read_on: Day.nullable().describe("Newest day on which a price of the product was read there."),
  })
  .meta({ id: "CoverageRow", description: "A row of the export `coverage`: one product in one country." });

/** One cell of products by countries. */
export type CoverageCell = { product: string; country: string; status: CoverageStatus; prices: number };

export type CoveredProduct = { slug: string; label: string; category: string; service: string };
