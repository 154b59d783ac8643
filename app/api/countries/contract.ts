import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { ListedCountryRow } from "@/lib/catalogue/countries/row-schema";
import { Country } from "@/lib/catalogue/countries/schema";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { page } from "@/lib/contract/envelope";
import { toFlatRow } from "@/lib/contract/flat-rows";
import { AmountInput, CategoryInput, CountryInput, priceInputs, versionInputs } from "@/lib/contract/inputs";

export const listCountries = defineList({
  path: "/api/countries",
  operationId: "listCountries",
  summary: "Countries with the price index",
  description:
    "Every country with a current price, ordered by code, in one page; `country` and `region` leave out others, and change no figure. The level of a country to quote is `index.value`, with its `n_products`; the others say how sure it is. See the methodology for both index numbers. With `tax=excluded`, `index` is the median over prices without tax, without a model; `ex_tax` says of each country what that rests on, and what it would be as shown. With `base=`, `index` is the median over the products that the country and the base both sell, computed directly: `value / 100` is a factor on a price there. With `category=`, it is of the products of the category, and has no model. Either has no change and no band of rates; `income.ratio` and `purchasing_power.ratio` are against the base.",
  params: z.object({}),
  query: z.object({
    country: priceInputs.country,
    region: priceInputs.region,
    category: CategoryInput.optional().meta({ description: "Only products of this category, from 5 in common on." }),
    base: CountryInput.default(BASE_COUNTRY).meta({ description: "Country whose level is 100.", examples: ["DE"] }),
    price: AmountInput.optional().meta({
      description: "A price in `base`, in its currency: each country with an index has `suggested_amount` for it.",
      examples: ["9.99"],
    }),
    tax: TaxInput,
    ...versionInputs,
  }),
  response: page(Country),
  rows: { name: "countries", columns: ListedCountryRow, toRows: (countries) => countries.map((one) => toFlatRow(one)) },
  isOfAllSources: true,
  example: "/api/countries",
  maxAgeSeconds: 60,
});
