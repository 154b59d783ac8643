import { z } from "zod";
import { serve } from "@/lib/api/serve";
import { versionInputs } from "@/lib/contract/inputs";
import { openBundle, toBundleTags } from "@/lib/exports/bundle";

const address = {
  path: "/bundle.zip",
  params: z.object({}),
  query: z.object(versionInputs),
  maxAgeSeconds: 60,
} as const;

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(address, openBundle, toBundleTags);
