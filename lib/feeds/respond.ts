import "server-only";
import { admit, refuse } from "@/lib/api/admit";
import { cacheHeaders, isFresh, readConditions } from "@/lib/api/caching";
import type { Answer } from "@/lib/api/handle";
import { findBadQuery } from "@/lib/api/query";
import { readSearch } from "@/lib/api/request-context";
import { toRoute } from "@/lib/api/serve";
import { NoDataset } from "@/lib/dataset/data";
import { currentVersion } from "@/lib/dataset/version";

const REUSE = { scope: "public", maxAgeSeconds: 300 } as const;

/**
 * Route handlers of a text made from the dataset, such as a feed: readable by scripts of any origin, with the API's
 * problem details. `write` receives the time of the publish (RFC 3339).
 */
export function serveText(path: string, contentType: string, write: (publishedAt: string) => Promise<string>) {
  return toRoute(path, (request) => answerText(request, path, contentType, write));
}

async function answerText(
  request: Request,
  path: string,
  contentType: string,
  write: (publishedAt: string) => Promise<string>,
): Promise<Answer> {
  const badQuery = findBadQuery(readSearch(request));
  if (badQuery) {
    const admission = await admit(request, 1);
    return refuse(admission, admission.problem ?? badQuery);
  }
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  const headers = cacheHeaders(version, path, REUSE);
  if (isFresh(readConditions(request), version, path)) return { status: 304, body: null, headers };
  const body = await write(version.publishedAt.toISOString());
  return { status: 200, body, headers: { ...headers, "Content-Type": contentType } };
}
