import { z } from "zod";
import { ExchangeRate } from "@/lib/catalogue/fx/schema";
import { Price } from "@/lib/catalogue/prices/schema";
import { Product } from "@/lib/catalogue/products/schema";
import { CountryCode, CurrencyCode, Day, Periods, Platforms, Slug } from "@/lib/contract/codes";
import { CHANGE_KINDS, CHANGED_OBJECTS } from "./rules";

const PriceKey = z.object({ product: Slug, country: CountryCode, platform: Platforms, period: Periods });
const ProductKey = z.object({ product: Slug });
const ObservationKey = PriceKey.extend({ observed_on: Day });
const RateKey = z.object({ currency: CurrencyCode, date: Day, source: z.string() });

const Observation = ObservationKey.extend({
  amount: z.number().positive().nullable().describe("Price as published, in `currency`; null where it was not listed."),
  currency: CurrencyCode.nullable(),
  source: Price.shape.fx_source.unwrap().describe("Id of the source."),
  source_url: z.url().nullable(),
}).meta({ id: "Observation", description: "One reading of a price, current or past." });

const DifferingFields = z
  .looseObject({})
  .meta({ id: "DifferingFields", description: "With `fields=changed`: the fields of a record that differ." });

const Recorded = z.union([Price, Product, Observation, ExchangeRate, DifferingFields]).nullable();

export const Change = z
  .object({
    id: z.string().describe("Names the change for ever: version, object and key."),
    version: z.string().describe("The version that published it."),
    kind: z
      .enum(CHANGE_KINDS)
      .describe(
        "`added`, `changed` (another amount, another fact of a product, or figures of a product one of whose prices moved), `ended` (no longer listed), `outdated` (last seen: not read for so long that `outdated` turned true), `returned` (listed again, or read again after it was outdated), `corrected` and `withdrawn` (it was wrong), `revalued` (all other differences: US dollars at new rates, a later day of verification, another place in a ranking). `revalued` is left out unless `kind` names it.",
      ),
    object: z
      .enum(CHANGED_OBJECTS)
      .describe("`observation`: a reading, current or past, that a correction replaced or withdrew."),
    key: z.union([PriceKey, ProductKey, ObservationKey, RateKey]).describe("What identifies the record."),
    before: Recorded.describe("The whole record as it was; null where there was none."),
    after: Recorded.describe(
      "The whole record as it is: of a price as `/api/prices` gives it, of a product as `/api/services`, of a rate as a row of the export `rates`. Null where there is none.",
    ),
    reason: z.string().nullable().describe("Reason of a correction."),
  })
  .meta({ id: "Change", description: "A difference between a dataset version and the one before it." });
export type Change = z.infer<typeof Change>;

const ofRecord = (when: string) => ({
  [`${when}_amount`]: z.number().nullable().describe(`Local amount of a price ${when}.`),
  [`${when}_currency`]: z.string().nullable().describe(`Its currency.`),
  [`${when}_usd_monthly`]: z.number().nullable().describe(`Its US dollars a month.`),
  [`${when}_usd_per_unit`]: z.number().nullable().describe(`US dollars for one unit of a rate ${when}.`),
});
const { id, version, kind, object, reason } = Change.shape;
const ofKey = z.string().nullable();

export const VersionChangeRow = z
  .object({
    id,
    version,
    kind,
    object,
    product: ofKey.describe("Slug of the product, or of that of the price."),
    country: ofKey,
    platform: ofKey,
    period: ofKey,
    currency: ofKey.describe("Currency of a rate."),
    date: ofKey.describe("Day of a rate."),
    source: ofKey.describe("Source of a rate."),
    ...ofRecord("before"),
    ...ofRecord("after"),
    reason,
    observed_on: ofKey.describe("Day of an observation."),
  })
  .meta({ id: "VersionChangeRow", description: "A change in one row, with the figures of prices and rates." });
