import { z } from "zod";
import { defineEndpoint } from "@/lib/api/endpoint";
import { ProductOnDay } from "@/lib/catalogue/products/schema";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { whole } from "@/lib/contract/envelope";
import { currencyInputs, dateInputs, versionInputs } from "@/lib/contract/inputs";

export const getProduct = defineEndpoint({
  path: "/api/services/{slug}",
  operationId: "getProduct",
  summary: "One product with all its prices",
  description:
    "All current prices of one product, unpaged, ordered by country, platform and period. With `date=`, those of that day, and its figures of them.",
  params: z.object({ slug: z.string().meta({ description: "Slug of the product.", example: "chatgpt" }) }),
  query: z.object({ ...dateInputs, tax: TaxInput, ...currencyInputs, ...versionInputs }),
  response: whole(ProductOnDay),
  example: "/api/services/chatgpt",
  maxAgeSeconds: 60,
});
