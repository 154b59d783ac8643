import "server-only";
import { type ZodObject, z } from "zod";
import { BodyReply } from "@/lib/api/endpoint";
import { serve } from "@/lib/api/serve";
import type { Version } from "@/lib/versions/current";

/** Lets scripts of any origin read the text; errors are problem details. */
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
  return serve(address, async (version, input) => new BodyReply(contentType, await write(version, input)));
}
