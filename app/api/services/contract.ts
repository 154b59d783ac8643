import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { PRODUCT_SORTS, toProductRow } from "@/lib/catalogue/products/rules";
import { ListedProductRow, Product } from "@/lib/catalogue/products/schema";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { page } from "@/lib/contract/envelope";
import { currencyInputs, pageInputs, priceInputs, versionInputs } from "@/lib/contract/inputs";

const { product: _, ...filters } = priceInputs;

export const listProducts = defineList({
  path: "/api/services",
  operationId: "listProducts",
  summary: "Products, each with figures over its prices",
  description:
    "All products, or those that the filters leave, ordered by slug. Figures are over the ranked ones among the prices that `country`, `platform`, `period` and `region` leave; with one of these, a product without such a price is left out. Without, a product without a current price has `cheapest: null`.",
  params: z.object({}),
  query: z.object({
    ...filters,
    sort: z.enum(PRODUCT_SORTS).default("product").meta({
      description:
        "Order; `-` in front is descending. `spread` is `max` divided by `min`; `known` has well-known services first, then those in most countries. Equal ones by slug, those without the value at the end.",
    }),
    tax: TaxInput,
    ...currencyInputs,
    ...versionInputs,
    ...pageInputs,
  }),
  response: page(Product),
  rows: { name: "services", columns: ListedProductRow, toRows: (products) => products.map(toProductRow) },
  example: "/api/services?category=streaming&page_size=2",
  maxAgeSeconds: 60,
});
