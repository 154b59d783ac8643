import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { page } from "@/lib/contract/envelope";
import {
  CountryInput,
  PeriodInput,
  PlatformInput,
  ProductInput,
  pageInputs,
  versionInputs,
} from "@/lib/contract/inputs";
import { toPriceRow } from "./rules";
import { ListedPriceRow, Price } from "./schema";

export const listPrices = defineList({
  path: "/api/prices",
  operationId: "listPrices",
  summary: "Raw price records, filtered",
  description:
    "Current prices, ordered by product, country, platform and period. Filters combine with AND; one that matches nothing gives an empty list.",
  params: z.object({}),
  query: z.object({
    product: ProductInput.optional(),
    country: CountryInput.optional(),
    platform: PlatformInput.optional(),
    period: PeriodInput.optional(),
    tax: TaxInput,
    ...versionInputs,
    ...pageInputs,
  }),
  response: page(Price),
  rows: { name: "prices", columns: ListedPriceRow, toRows: (prices) => prices.map(toPriceRow) },
  example: "/api/prices?country=TR&page_size=2&platform=ios",
  maxAgeSeconds: 60,
});
