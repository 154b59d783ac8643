import "server-only";
import { type ZodObject, z } from "zod";
import { BodyReply } from "@/lib/api/endpoint";
import { toRoute } from "@/lib/api/route";
import type { Version } from "@/lib/versions/current";

/**
 * Route handlers of a text made from the dataset, such as a feed: readable by scripts of any origin, with the API's
 * problem details. `query`: the parameters that `write` is given.
 */
export function serveText<Q extends ZodObject>(
  path: string,
  contentType: string,
  query: Q,
  write: (version: Version, query: z.infer<Q>) => Promise<string>,
) {
  const address = {
    path,
    params: z.object({}),
    query,
    maxAgeSeconds: 300,
    scope: "public",
    unlimited: "good",
  } as const;
  return toRoute(address, async (version, input) => new BodyReply(contentType, await write(version, input)));
}
