import { z } from "zod";
import { serveText } from "@/lib/api/serve-text";
import { readCountriesAgainst } from "@/lib/catalogue/countries/base/data";
import { findVersionRates } from "@/lib/catalogue/fx/data";
import { writeFactorsCsv } from "@/lib/catalogue/multipliers/csv-rules";
import { MultipliersQuery } from "@/lib/catalogue/multipliers/page-schema";
import { toFactors } from "@/lib/catalogue/multipliers/rules";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { versionInputs } from "@/lib/contract/inputs";

const { base, category, price } = MultipliersQuery.shape;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  "/multipliers.csv",
  "text/csv; charset=utf-8; header=present",
  z.object({ base, category, price, tax: TaxInput, ...versionInputs }),
  async (version, query) => {
    const [countries, rates] = await Promise.all([readCountriesAgainst(version, query), findVersionRates(version)]);
    return writeFactorsCsv(toFactors(countries, rates, query));
  },
);
