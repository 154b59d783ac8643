import { z } from "zod";
import { serveText } from "@/lib/api/serve-text";
import { writeCatalog } from "@/lib/openapi/entry";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  "/.well-known/api-catalog",
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  z.object({}),
  async () => writeCatalog(),
);
