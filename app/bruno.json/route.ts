import { z } from "zod";
import { CONTRACTS } from "@/app/api/contracts";
import { serveText } from "@/lib/api/serve-text";
import { writeBruno } from "@/lib/openapi/bruno";
import { readDocument } from "@/lib/openapi/data";
import { readReference } from "@/lib/openapi/reference";
import { publicUrl } from "@/lib/platform/env";

const EXAMPLES = new Map(CONTRACTS.map(({ path, example }) => [path, example]));

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  "/bruno.json",
  "application/json; charset=utf-8",
  z.object({}),
  async (version) => writeBruno(readReference(await readDocument(version)), EXAMPLES, publicUrl()),
);
