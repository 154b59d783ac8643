import { z } from "zod";
import { toColumns } from "@/lib/contract/flat-rows";
import { Country } from "./schema";

export const CountryRow = z
  .object(toColumns(Country))
  .meta({ id: "CountryRow", description: "A country as a flat row; without an index its columns are empty." });
