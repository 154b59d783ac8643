import "server-only";
import { type ZodObject, z } from "zod";
import { BodyReply } from "@/lib/api/endpoint";
import { toRoute } from "@/lib/api/handle";
import { NoDataset } from "@/lib/dataset/data";
import { currentVersion } from "@/lib/dataset/version";

/**
 * Route handlers of a text made from the dataset, such as a feed: readable by scripts of any origin, with the API's
 * problem details. `write` receives the time of the publish (RFC 3339) and the version. `query`: the parameters it takes.
 */
export function serveText(
  path: string,
  contentType: string,
  write: (publishedAt: string, version: string) => Promise<string>,
  query: ZodObject = z.object({}),
) {
  const nothing = z.object({});
  const address = {
    path,
    params: nothing,
    query,
    maxAgeSeconds: 300,
    scope: "public",
    unlimited: "good",
  } as const;
  return toRoute(address, async () => {
    const version = await currentVersion();
    if (version === null) throw new NoDataset();
    return new BodyReply(contentType, await write(version.publishedAt.toISOString(), version.version), { version });
  });
}
