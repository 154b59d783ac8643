import { resolve } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import { projectOf } from "../vitest.config";

// The suite of calls without the launcher: SERVED_BY=next is `next start`, SERVED_BY=nginx the image's tree behind
// nginx with the shipped file.
const CALLS = [
  "prices",
  "price-filters",
  "chosen-filters",
  "services",
  "countries",
  "country",
  "compare",
  "categories",
  "history",
  "rates",
  "sources",
  "versions",
  "search",
  "cors",
  "currency",
  "tax-view",
  "lenses",
  "lens-pages",
  "evidence",
  "coverage",
  "past-days",
  "against-us",
  "recomputed-index",
  "feeds",
  "mcp",
  "redirects",
  "limits",
  "limits-shared",
  "keys",
  "key-requests",
  "reports",
  "staff-sign-in",
  "change-sets",
  "observability",
  "outage",
];

export default mergeConfig(
  projectOf(
    "calls",
    CALLS.map((name) => `tests/api/${name}.test.ts`),
  ),
  defineConfig({ root: resolve(import.meta.dirname, ".."), test: { maxWorkers: 2, teardownTimeout: 60_000 } }),
);
