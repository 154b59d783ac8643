import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { page } from "@/lib/contract/envelope";
import {
  CountryInput,
  DateInput,
  PeriodInput,
  PlatformInput,
  ProductInput,
  pageInputs,
  versionInputs,
} from "@/lib/contract/inputs";
import { toListedPriceRow } from "./rules";
import { DayPrice, ListedPriceRow } from "./schema";

export const listPrices = defineList({
  path: "/api/prices",
  operationId: "listPrices",
  summary: "Raw price records, filtered",
  description:
    "Current prices, ordered by product, country, platform and period. Filters combine with AND; one that matches nothing gives an empty list. With `date=`, the prices of that day: also the series that had not been observed by then, without an amount.",
  params: z.object({}),
  query: z.object({
    product: ProductInput.optional(),
    country: CountryInput.optional(),
    platform: PlatformInput.optional(),
    period: PeriodInput.optional(),
    date: DateInput.optional(),
    tax: TaxInput,
    ...versionInputs,
    ...pageInputs,
  }),
  response: page(DayPrice),
  rows: { name: "prices", columns: ListedPriceRow, toRows: (prices) => prices.map(toListedPriceRow) },
  example: "/api/prices?country=TR&page_size=2&platform=ios",
  maxAgeSeconds: 60,
});
