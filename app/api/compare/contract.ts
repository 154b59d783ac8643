import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { toCellRows } from "@/lib/catalogue/compare/rules";
import { Comparison, MAX_COUNTRIES, MAX_PRODUCTS } from "@/lib/catalogue/compare/schema";
import { ListedPriceRow } from "@/lib/catalogue/prices/schema";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { whole } from "@/lib/contract/envelope";
import {
  ALL,
  anyOf,
  CountryInput,
  CountryOrAll,
  currencyInputs,
  dateInputs,
  missingInputs,
  PeriodInput,
  PlatformInput,
  ProductInput,
  reads,
  versionInputs,
} from "@/lib/contract/inputs";

const COMMA_SEPARATED = { style: "form", explode: false } as const;

export const compare = defineList({
  path: "/api/compare",
  operationId: "compare",
  summary: "Chosen products in chosen countries: monthly matrix, totals, savings",
  description:
    "US dollars a month. A missing price is null and never counted as 0; only complete totals are ranked; the baseline is the first listed country whose total is complete. Duplicates are ignored, order is kept. Products that are sold as one plan (`same_plan_as`) count once: by the main product where it is listed and has a price, else by the first listed, which `counts_with` names at the others. With `tax=excluded` a price whose amount without tax is not known has no US dollars: it stands in its cell with the reason, `tax_unknown` names its country, and it counts in no total and no saving. Ends, best totals and savings rest on `ranked` prices, see `ranking`; a price that is `outdated` while its product has newer ones stands in its cell and in no total. With `date=`, the prices of that day at its exchange rates; `levels` is empty then.",
  params: z.object({}),
  query: z
    .object({
      products: distinct(ProductInput, MAX_PRODUCTS).meta({
        description: `Product slugs, 1 to ${MAX_PRODUCTS}, as \`a,b\` or repeated.`,
        examples: [["netflix", "chatgpt"]],
        param: COMMA_SEPARATED,
      }),
      countries: distinct(CountryOrAll, MAX_COUNTRIES).meta({
        description: `Country codes, 1 to ${MAX_COUNTRIES}, as \`a,b\` or repeated; \`all\`: every country with a price, by code.`,
        examples: [["US", "TR"]],
        param: COMMA_SEPARATED,
      }),
      ...missingInputs,
      platform: anyOf(PlatformInput, "Only prices that apply there."),
      period: anyOf(PeriodInput, "Only prices of these periods."),
      baseline: CountryInput.optional().meta({
        description: "Country that savings are counted against, one of `countries`; by default the first complete one.",
        examples: ["US"],
      }),
      ...dateInputs,
      tax: TaxInput,
      ...currencyInputs,
      ...versionInputs,
    })
    .refine(
      ({ countries, baseline }) => baseline === undefined || countries.includes(ALL) || countries.includes(baseline),
      {
        path: ["baseline"],
        message: "is none of `countries`: add it there, or leave it out",
        when: reads("countries", "baseline"),
      },
    ),
  response: whole(Comparison),
  rows: { name: "compare", columns: ListedPriceRow, toRows: toCellRows },
  example: "/api/compare?countries=US,TR&products=netflix,chatgpt",
  maxAgeSeconds: 60,
});

function distinct<T extends z.ZodType<string, string>>(item: T, max: number) {
  return z
    .array(item)
    .overwrite((items) => [...new Set(items)])
    .min(1)
    .max(max, `takes at most ${max} values`);
}
