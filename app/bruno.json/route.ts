import { z } from "zod";
import { ENDPOINTS, readDocument } from "@/lib/api/routes";
import { serveText } from "@/lib/feeds/respond";
import { writeBruno } from "@/lib/openapi/bruno";
import { readReference } from "@/lib/openapi/reference";
import { publicUrl } from "@/lib/platform/env";

const EXAMPLES = new Map(ENDPOINTS.map(({ path, example }) => [path, example]));

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  "/bruno.json",
  "application/json; charset=utf-8",
  z.object({}),
  async (version) => writeBruno(readReference(await readDocument(version)), EXAMPLES, publicUrl()),
);
