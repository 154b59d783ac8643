import "server-only";
import { readFigures } from "@/lib/dataset/page-figures-data";
import { readOncePerVersion } from "@/lib/dataset/per-version";
import type { PriceChange, WithdrawnChange } from "./changes-schema";

/** Newest changes of local prices, newest first. Computed at publish (lib/import/publish/changes-sql.ts). */
export const findChanges = readOncePerVersion("changes", () => readFigures<PriceChange[]>("changes"));

/** Changes that corrections took back, the last one first (lib/import/publish/withdrawn-changes-sql.ts). */
export const findWithdrawnChanges = readOncePerVersion("withdrawn_changes", () =>
  readFigures<WithdrawnChange[]>("withdrawn_changes"),
);
