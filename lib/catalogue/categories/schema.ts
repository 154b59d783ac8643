import { z } from "zod";

export const Category = z
  .object({
    category: z.string().describe("As `category` of products; the parameter takes it."),
    n_products: z.int().nonnegative().describe("Products with a current price."),
    n_prices: z.int().nonnegative().describe("Their prices."),
    n_in_basket: z.int().nonnegative().describe("Products in the basket of the index."),
  })
  .meta({ id: "Category", description: "A category of products, with what it has." });
export type Category = z.infer<typeof Category>;

/** Countries with at least 5 products in common with the US, lowest first. */
export type CategoryMedians = { category: string; countries: CategoryMedian[] };
type CategoryMedian = { country: string; name: string; pct_vs_us: number; n_products: number };
