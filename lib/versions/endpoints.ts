import { z } from "zod";
import { defineEndpoint } from "@/lib/api/endpoint";
import { page } from "@/lib/contract/envelope";
import { pageInputs } from "@/lib/contract/inputs";
import { VersionRecord } from "./schema";

export const listDatasetVersions = defineEndpoint({
  path: "/api/versions",
  operationId: "listVersions",
  summary: "Every dataset that was published",
  description:
    "Newest first, with what each changed and the SHA-256 of its exports: `/api/export?dataset=prices&format=csv&version=<version>` has that SHA-256 whenever it is asked for.",
  params: z.object({}),
  query: z.object(pageInputs),
  response: page(VersionRecord),
  example: "/api/versions?page_size=2",
  maxAgeSeconds: 60,
});
