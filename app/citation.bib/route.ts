import { z } from "zod";
import { serveText } from "@/lib/api/serve-text";
import { versionInputs } from "@/lib/contract/inputs";
import { writeBibtex } from "@/lib/dataset/citation-rules";
import { publicUrl } from "@/lib/platform/env";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  "/citation.bib",
  "text/x-bibtex; charset=utf-8",
  z.object(versionInputs),
  async ({ version, publishedAt }) =>
    writeBibtex({ version, publishedAt: publishedAt.toISOString(), base: publicUrl() }),
);
