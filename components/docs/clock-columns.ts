import { z } from "zod";
import { SeriesRunRow } from "@/lib/catalogue/prices/history/series/schema";
import { DayPrice } from "@/lib/catalogue/prices/schema";
import { Change } from "@/lib/changes/schema";
import { readSchemaFields } from "@/lib/openapi/reference";
import { VersionRecord } from "@/lib/versions/list/schema";

const { verified_on, changed_on, fx_date, status, last_seen_on } = DayPrice.shape;

const MEANINGS: Readonly<Record<string, string>> = {
  version: "Name of the dataset: day of its newest reading, and its number.",
  published_at: "When it was published.",
  products: "Products.",
  first_seen_on: "First day on which this amount was read.",
  object: "Record that changed: a price, a product or an exchange rate.",
  fx_date: "Day of the exchange rate.",
};

export const readClockColumns = () => [
  {
    title: "Of a price, and of one on a day",
    columns: readSchemaFields(z.object({ verified_on, changed_on, fx_date, status, last_seen_on }), MEANINGS),
  },
  { title: "Of a run, one row of a history", columns: readSchemaFields(SeriesRunRow, MEANINGS) },
  { title: "Of a version", columns: readSchemaFields(VersionRecord, MEANINGS) },
  { title: "Of a change", columns: readSchemaFields(Change, MEANINGS) },
];
