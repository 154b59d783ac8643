import { z } from "zod";
import { Instant } from "@/lib/contract/codes";
import { DataDays } from "@/lib/dataset/schema";

const count = z.int().nonnegative();
const counted = (what: string) =>
  count.nullable().describe(`${what} Null for versions that are older than the ledger.`);

const VersionFile = z
  .object({
    dataset: z.string().describe("As in `/api/export?dataset=`."),
    format: z.string(),
    bytes: count.describe("Length without compression."),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("Of the bytes without compression."),
  })
  .meta({ id: "VersionFile", description: "The export of a whole dataset in a version." });

export const VersionRecord = z
  .object({
    version: z.string(),
    published_at: Instant,
    ...DataDays,
    n_prices: count.describe("Current prices."),
    n_products: count.describe("Products of the dataset, also those that have no current price."),
    n_countries: count.describe("Countries with a current price."),
    added: counted("Prices that the version before did not have."),
    changed: counted("Prices with another amount than in the version before."),
    ended: counted("Prices that are no longer listed."),
    corrected: counted(
      "Prices and rates that were replaced or withdrawn because they were wrong: the kinds `corrected` and `withdrawn` of `/api/changes`.",
    ),
    redacted: count.describe(
      "Prices and rates of this version that were erased since, because a licence asked for it.",
    ),
    available: z
      .boolean()
      .describe(
        "`version=` gives it. False for those whose rows were removed to save space, which have their files still (410).",
      ),
    withdrawn: counted(
      "Those of `corrected` that were withdrawn, with nothing in their place: the kind `withdrawn` of `/api/changes`.",
    ),
    left_out: count.describe("Rows of the files of its change set that had faults and were left out."),
    files: z.array(VersionFile).describe("Exports recorded so far; a new version has all within minutes."),
  })
  .meta({ id: "Version", description: "A dataset that was published." });
export type VersionRecord = z.infer<typeof VersionRecord>;

export const FlatVersion = VersionRecord.omit({ files: true }).meta({
  id: "FlatVersion",
  description: "A dataset that was published, without its files.",
});
