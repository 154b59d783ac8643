import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { page } from "@/lib/contract/envelope";
import { CategoryInput, CountryInput, ProductInput, pageInputs, VersionInput } from "@/lib/contract/inputs";
import { toVersionChangeRow } from "./row-rules";
import { CHANGE_KINDS, MOST_VERSIONS } from "./rules";
import { Change, VersionChangeRow } from "./schema";

export const listChanges = defineList({
  path: "/api/changes",
  operationId: "listChanges",
  summary: "What changed since a dataset version",
  description: `All differences between the records of two versions, version by version; within one products, prices and rates in the order of their endpoints. Whoever has the records of \`since\` and applies each change in order (put \`after\` in the place of \`key\`, remove it where \`after\` is null) has those of \`until\`, byte for byte. Filters by product, country and category leave out what has none. Nothing new: an empty list, or 304 with \`If-None-Match\`. More than ${MOST_VERSIONS} versions back, or after a publish that moved very many US dollars, 410 leads to the whole datasets.`,
  params: z.object({}),
  query: z.object({
    since: VersionInput.meta({
      description: "The version whose records you have, as in `meta.dataset_version`.",
      examples: ["2026-09-29.1"],
    }),
    until: VersionInput.optional().meta({ description: "The version that you want; by default the newest." }),
    product: ProductInput.optional(),
    country: CountryInput.optional(),
    category: CategoryInput.optional(),
    kind: z
      .array(z.enum(CHANGE_KINDS))
      .max(CHANGE_KINDS.length, "has more kinds than there are")
      .optional()
      .meta({
        description: "Kinds of changes, as `added,changed` or repeated; all of them by default.",
        param: { style: "form", explode: false },
      }),
    ...pageInputs,
  }),
  response: page(Change),
  rows: { name: "changes", columns: VersionChangeRow, toRows: (changes) => changes.map(toVersionChangeRow) },
  example: "/api/changes?since=2026-09-29.1",
  maxAgeSeconds: 60,
});
