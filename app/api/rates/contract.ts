import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { ExchangeRate } from "@/lib/catalogue/fx/schema";
import { page } from "@/lib/contract/envelope";
import { IsoCurrencyInput, PastDayInput, pageInputs, versionInputs } from "@/lib/contract/inputs";

export const listRates = defineList({
  path: "/api/rates",
  operationId: "listRates",
  summary: "Exchange rates of a day",
  description:
    "For each currency the rate by which its prices are converted on a day: US dollars for one unit, with its source. A currency without a rate on that day or the ten days before is left out, and `meta.missing_rates` says for which days it has none; so is the US dollar, which is 1. Ordered by currency. Every rate of every day and source: `/api/export?dataset=rates`.",
  params: z.object({}),
  query: z.object({
    currency: z
      .array(IsoCurrencyInput)
      .max(50, "has more than 50 currencies")
      .optional()
      .meta({
        description: "Currencies, up to 50, as `EUR,TRY` or repeated; all of them by default.",
        param: { style: "form", explode: false },
      }),
    date: PastDayInput.optional().meta({
      description: "Day of the rates. Default: the rate day of the dataset, at which all US dollars of prices stand.",
      examples: ["2026-01-02"],
    }),
    ...versionInputs,
    ...pageInputs,
  }),
  response: page(ExchangeRate),
  rows: { name: "rates", columns: ExchangeRate, toRows: (rates) => rates },
  example: "/api/rates?currency=EUR,TRY",
  maxAgeSeconds: 60,
});
