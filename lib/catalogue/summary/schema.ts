import { z } from "zod";
import { LargestChange } from "@/lib/catalogue/prices/changes-schema";
import { ProductAgainstUs } from "@/lib/catalogue/products/against-us-data";
import { CountryCode, Day } from "@/lib/contract/codes";
import { DataDays, DatasetSummary, DayCount } from "@/lib/dataset/schema";

const { prices, products, countries, data_date, fx_date } = DatasetSummary.shape;
const standing = (meaning: string) => z.array(CountryCode).describe(meaning);

const IndexSummary = z
  .object({
    countries: z.int().nonnegative().describe("Countries with an index; all of them with figures: `/api/countries`."),
    cheaper: standing("Clearly cheaper than the US: both intervals lie below it. Cheapest first."),
    dearer: standing("Clearly dearer than the US: both intervals lie above it."),
    unclear: standing("All others but the US."),
  })
  .meta({ id: "IndexSummary", description: "Countries by how their index stands to the US." });

const LargestChanges = z
  .object({
    since: Day.describe("Twelve months before the newest verification."),
    products: z.int().nonnegative().describe("Products that were read on two days, and so could show a change."),
    changes: z.array(LargestChange).describe("The largest first, one for each country and vendor."),
  })
  .meta({ id: "LargestChanges", description: "The largest changes of local prices in twelve months." });

const KnownService = z
  .object({
    ...ProductAgainstUs.shape,
    pct_vs_us: z.number().nullable().describe("`cheapest` against `us`, per cent with at most 4 decimals."),
  })
  .meta({ id: "KnownService", description: "A product with its US price, its lowest and its highest." });

export const Summary = z
  .object({
    headline: z.string().describe("What the home page says first."),
    explanation: z.string().describe("The figures behind the headline."),
    ...{ prices, products, countries, data_date, ...DataDays, fx_date },
    index: IndexSummary,
    services: z.array(KnownService).describe("Well-known services, one plan each: an editorial choice."),
    largest_changes: LargestChanges,
    freshness: z.array(DayCount).describe("Current prices by the day of their last verification, oldest first."),
  })
  .meta({ id: "Summary", description: "What the home page says of the dataset." });
export type Summary = z.infer<typeof Summary>;
