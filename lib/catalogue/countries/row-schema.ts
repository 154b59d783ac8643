import { z } from "zod";
import { toColumns } from "@/lib/contract/flat-rows";
import { Country } from "./schema";

export const ListedCountryRow = z
  .object(toColumns(Country))
  .meta({ id: "ListedCountryRow", description: "A country as a flat row; without an index its columns are empty." });

export const CountryRow = ListedCountryRow.omit({ exact_amount: true, suggested_amount: true }).meta({
  id: "CountryRow",
  description: "A row of the export `countries`; without an index its columns are empty.",
});
