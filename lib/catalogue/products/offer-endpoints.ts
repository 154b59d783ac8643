import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { page } from "@/lib/contract/envelope";
import {
  CategoryInput,
  CountryInput,
  currencyInputs,
  PeriodInput,
  PlatformInput,
  pageInputs,
  productInputs,
  versionInputs,
} from "@/lib/contract/inputs";
import { BROWSE_SORTS, BrowsedProduct, OfferRow } from "./browse-schema";
import { toOfferRow } from "./rules";

export const listOffers = defineList({
  path: "/api/offers",
  operationId: "listOffers",
  summary: "Products with what they cost where you look",
  description:
    "What the price browser shows: each product that has a price under the filters, with the lowest and the highest of these prices, the lowest US price, the day of the last change. Filters combine with AND; a product without such a price is left out.",
  params: z.object({}),
  query: z.object({
    q: productInputs.q,
    category: CategoryInput.optional(),
    country: CountryInput.optional(),
    platform: PlatformInput.optional(),
    period: PeriodInput.optional(),
    sort: z.enum(BROWSE_SORTS).default("known").meta({
      description:
        "`known`: well-known services first, then those with most countries; `cheapest`: lowest price first; `spread`: highest divided by lowest price, the largest first; `changed`: the newest change first.",
    }),
    ...currencyInputs,
    ...versionInputs,
    ...pageInputs,
  }),
  response: page(BrowsedProduct),
  rows: { name: "offers", columns: OfferRow, toRows: (offers) => offers.map(toOfferRow) },
  example: "/api/offers?country=TR&category=streaming&page_size=2",
  maxAgeSeconds: 60,
});
