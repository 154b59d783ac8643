import { LICENSE_URL } from "@/lib/contract/envelope";
import type { DatasetSummary } from "@/lib/dataset/schema";

/** schema.org Dataset. `path` begins with a slash; downloads are paths of exports. */
export function toDataset(
  base: string,
  summary: DatasetSummary,
  page: { name: string; description: string; path: string; csv: string; json: string },
): Record<string, unknown> {
  const download = (path: string, encodingFormat: string) => ({
    "@type": "DataDownload",
    encodingFormat,
    contentUrl: base + path,
  });
  return {
    "@type": "Dataset",
    name: page.name,
    description: page.description,
    url: base + page.path,
    license: LICENSE_URL,
    isAccessibleForFree: true,
    version: summary.version,
    dateModified: summary.published_at,
    creator: { "@type": "Organization", name: "Price Atlas", url: base },
    isBasedOn: summary.sources.filter(({ prices }) => prices > 0).map(({ url }) => url),
    distribution: [download(page.csv, "text/csv"), download(page.json, "application/json")],
  };
}
