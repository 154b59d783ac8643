import "server-only";
import { type ZodObject, z } from "zod";
import { BodyReply } from "@/lib/api/endpoint";
import { toRoute } from "@/lib/api/handle";
import { NoDataset } from "@/lib/dataset/data";
import { currentVersion } from "@/lib/dataset/version";

/** Dataset version that a text is made from, with the instant of its publish (RFC 3339). */
export type DatasetText = { version: string; publishedAt: string };

/**
 * Route handlers of a text made from the dataset, such as a feed: readable by scripts of any origin, with the API's
 * problem details. `query`: the parameters that `write` is given.
 */
export function serveText<Q extends ZodObject>(
  path: string,
  contentType: string,
  query: Q,
  write: (dataset: DatasetText, query: z.infer<Q>) => Promise<string>,
) {
  const address = {
    path,
    params: z.object({}),
    query,
    maxAgeSeconds: 300,
    scope: "public",
    unlimited: "good",
  } as const;
  return toRoute(address, async (input) => {
    const version = await currentVersion();
    if (version === null) throw new NoDataset();
    const dataset = { version: version.version, publishedAt: version.publishedAt.toISOString() };
    return new BodyReply(contentType, await write(dataset, input), { version });
  });
}
