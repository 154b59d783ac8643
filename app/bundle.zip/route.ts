import { z } from "zod";
import { toRoute } from "@/lib/api/route";
import { versionInputs } from "@/lib/contract/inputs";
import { openBundle, toBundleTags } from "@/lib/exports/bundle";

const address = {
  path: "/bundle.zip",
  params: z.object({}),
  query: z.object(versionInputs),
  maxAgeSeconds: 60,
} as const;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(address, openBundle, toBundleTags);
