import { z } from "zod";
import { RANKINGS } from "@/lib/catalogue/prices/ranking/rules";
import { Price } from "@/lib/catalogue/prices/schema";
import { Day, Slug } from "@/lib/contract/codes";

const ProductAgainstUs = z.object({
  slug: Slug,
  name: z.string().describe("Name of the service."),
  plan: z.string(),
  category: z.string(),
  website: z.string().nullable(),
  countries: z.int().nonnegative().describe("Countries with a current price."),
  ranking: z.enum(RANKINGS),
  us: Price.nullable().describe("The ranked price in the US, else its lowest."),
  cheapest: Price.nullable().describe("Lowest ranked price."),
  most_expensive: Price.nullable().describe("Highest ranked price."),
  verified_on: Day.nullable().describe("Newest day of verification."),
});
export type ProductAgainstUs = z.infer<typeof ProductAgainstUs>;

/** `ended_on`: newest day without a listing, or last reading; null for a plan with a price. */
export type Plan = ProductAgainstUs & { ended_on: string | null };
