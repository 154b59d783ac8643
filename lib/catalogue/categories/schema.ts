import { z } from "zod";
import { CountryCode } from "@/lib/contract/codes";

const CategoryMedian = z
  .object({
    code: CountryCode,
    name: z.string(),
    pct_vs_us: z.number().describe("Median of the relatives of the category's products, per cent; 0 is the US price."),
    basket_size: z.int().positive().describe("Products of the category that the country and the US both have."),
  })
  .meta({ id: "CategoryMedian", description: "Median price difference from the US of one category in one country." });

export const Category = z
  .object({
    category: z.string().describe("As `category` of products; the parameter takes it."),
    products: z.int().nonnegative().describe("Products with a current price."),
    in_basket: z.int().nonnegative().describe("Those in the basket of the index."),
    countries: z
      .array(CategoryMedian)
      .describe(
        "Countries with at least 5 products in common with the US, cheapest first; with `tax=excluded` over prices without tax, as far as these are known.",
      ),
  })
  .meta({ id: "Category", description: "A category of products, and what it costs in each country against the US." });
export type Category = z.infer<typeof Category>;

export const CategoryRow = z
  .object({
    category: Category.shape.category,
    country: CountryCode,
    ...{ name: CategoryMedian.shape.name, pct_vs_us: CategoryMedian.shape.pct_vs_us },
    ...{ basket_size: CategoryMedian.shape.basket_size, products: Category.shape.products },
    in_basket: Category.shape.in_basket,
  })
  .meta({ id: "CategoryRow", description: "The median of one category in one country." });
export type CategoryRow = z.infer<typeof CategoryRow>;
