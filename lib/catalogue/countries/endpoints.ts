import { z } from "zod";
import { defineEndpoint } from "@/lib/api/endpoint";
import { whole } from "@/lib/contract/envelope";
import { Country } from "./schema";

export const listCountries = defineEndpoint({
  path: "/api/countries",
  operationId: "listCountries",
  summary: "Countries with the price index",
  description:
    "Every country with a current price, ordered by code, unpaged. See the methodology for both index numbers.",
  params: z.object({}),
  query: z.object({}),
  response: whole(z.array(Country)),
  example: "/api/countries",
  maxAgeSeconds: 60,
});
