import { z } from "zod";
import { defineEndpoint } from "@/lib/api/endpoint";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { whole } from "@/lib/contract/envelope";
import { Country } from "./schema";

export const listCountries = defineEndpoint({
  path: "/api/countries",
  operationId: "listCountries",
  summary: "Countries with the price index",
  description:
    "Every country with a current price, ordered by code, unpaged. See the methodology for both index numbers. With `tax=excluded`, `index` is the median over prices without tax, without a model; `ex_tax` says of each country what that rests on, and what it would be as shown.",
  params: z.object({}),
  query: z.object({ tax: TaxInput }),
  response: whole(z.array(Country)),
  example: "/api/countries",
  maxAgeSeconds: 60,
});
