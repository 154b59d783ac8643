import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { whole } from "@/lib/contract/envelope";
import { CountryInput, reads, versionInputs } from "@/lib/contract/inputs";
import { toMultiplierRows } from "./rules";
import { BasisInput, DECIMALS, MultiplierRow, Multipliers, PriceInput } from "./schema";

export const listMultipliers = defineList({
  path: "/api/multipliers",
  operationId: "listMultipliers",
  summary: "Factors for pricing by country",
  description:
    "For each country the factor on a price of the base country, with its 95% interval and the number of products behind it. Another base than the US is the quotient of two factors; the median has an interval against the US only. Null has its reason. It is what others charge, not advice.",
  params: z.object({}),
  query: z
    .object({
      base: CountryInput.default("US").meta({ description: "Country whose price is 1.", examples: ["US"] }),
      basis: BasisInput,
      price: PriceInput.optional(),
      tax: TaxInput,
      ...versionInputs,
      round: z
        .int()
        .min(0)
        .max(DECIMALS)
        .default(DECIMALS)
        .meta({ description: "Decimals of the factor and its interval." }),
    })
    .refine(({ basis, tax }) => basis !== "model" || tax !== "excluded", {
      path: ["tax"],
      message: "the model is of prices as shown: basis=median goes with tax=excluded",
      when: reads("basis", "tax"),
    }),
  response: whole(Multipliers),
  rows: { name: "multipliers", columns: MultiplierRow, toRows: toMultiplierRows },
  example: "/api/multipliers?basis=median&round=2",
  maxAgeSeconds: 60,
});
