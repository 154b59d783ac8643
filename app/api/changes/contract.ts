import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { toVersionChangeRow } from "@/lib/changes/row-rules";
import { CHANGE_CAUSES, CHANGE_KINDS, CHANGED_FIELDS, CHANGED_OBJECTS, MOST_VERSIONS } from "@/lib/changes/rules";
import { Change, VersionChangeRow } from "@/lib/changes/schema";
import { page } from "@/lib/contract/envelope";
import { anyOf, CategoryInput, pageInputs, priceInputs, VersionInput } from "@/lib/contract/inputs";

export const listChanges = defineList({
  path: "/api/changes",
  operationId: "listChanges",
  summary: "What changed since a dataset version",
  description: `What changed between two versions, version by version; within one products, prices, readings that were corrected and rates. \`revalued\` records, whose own amount stands, are left out unless \`kind\` names them. Whoever has the records of \`since\`, asks for every kind and applies each change in order (put \`after\` in the place of \`key\`, remove it where \`after\` is null) has those of \`until\`, byte for byte; a copy of the history reads the series again that a price or an observation names. Filters by product, country and category leave out what has none. Nothing new: an empty list, or 304 with \`If-None-Match\`. More than ${MOST_VERSIONS} versions back, or, with \`revalued\`, after a publish that moved very many US dollars, 410 leads to the whole datasets.`,
  params: z.object({}),
  query: z.object({
    since: VersionInput.meta({
      description: "The version whose records you have, as in `meta.dataset_version`.",
      examples: ["2026-09-29.1"],
    }),
    until: VersionInput.optional().meta({ description: "The version that you want; by default the newest." }),
    product: priceInputs.product,
    country: priceInputs.country,
    platform: priceInputs.platform,
    category: CategoryInput.optional(),
    kind: anyOf(z.enum(CHANGE_KINDS), "Kinds of changes; without it all but `revalued`."),
    object: anyOf(z.enum(CHANGED_OBJECTS), "What changed; all of them by default."),
    cause: z.enum(CHANGE_CAUSES).optional().meta({
      description:
        "`vendor`: only prices whose amount in their own currency their vendor changed, as first seen in `until`. No exchange rate, no tax, no correction, no late reading of an earlier day.",
    }),
    fields: z.enum(CHANGED_FIELDS).default("all").meta({
      description:
        "`changed`: where a record was there before and is there after, `before` and `after` have the fields that differ, and of records in them theirs; a field that only one of them has is new or gone. A copy puts them over the record of `key`, instead of `after` in its place.",
    }),
    ...pageInputs,
  }),
  response: page(Change),
  rows: { name: "changes", columns: VersionChangeRow, toRows: (changes) => changes.map(toVersionChangeRow) },
  example: "/api/changes?since=2026-09-29.1",
  maxAgeSeconds: 60,
});
