import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { page } from "@/lib/contract/envelope";
import { pageInputs } from "@/lib/contract/inputs";
import { FlatVersion, VersionRecord } from "@/lib/versions/list/schema";

export const listDatasetVersions = defineList({
  path: "/api/versions",
  operationId: "listVersions",
  summary: "Every dataset that was published",
  description:
    "Newest first, with what each changed and the SHA-256 of its exports: `/api/export?dataset=prices&format=csv&version=<version>` has that SHA-256 whenever it is asked for.",
  params: z.object({}),
  query: z.object(pageInputs),
  response: page(VersionRecord),
  rows: { name: "versions", columns: FlatVersion, toRows: (versions) => versions },
  example: "/api/versions?page_size=2",
  isLive: true,
  maxAgeSeconds: 60,
});
