import { z } from "zod";
import { defineEndpoint } from "@/lib/api/endpoint";
import { CountryDetail } from "@/lib/catalogue/countries/detail/schema";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { whole } from "@/lib/contract/envelope";
import { currencyInputs, versionInputs } from "@/lib/contract/inputs";

export const getCountry = defineEndpoint({
  path: "/api/countries/{code}",
  operationId: "getCountry",
  summary: "One country with its distribution and extremes",
  description:
    "The index of one country with everything its page shows: products by their difference from the US price, the median of each category, the products furthest below and above, currencies and sources. Its prices: `/api/prices?country=`.",
  params: z.object({ code: z.string().meta({ description: "ISO 3166-1 alpha-2 code.", example: "TR" }) }),
  query: z.object({ tax: TaxInput, ...currencyInputs, ...versionInputs }),
  response: whole(CountryDetail),
  isOfAllSources: true,
  example: "/api/countries/TR",
  maxAgeSeconds: 60,
});
