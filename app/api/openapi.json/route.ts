import { toRoute } from "@/lib/http/serve";
import { findOpenApi } from "@/lib/openapi/data";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/api/openapi.json", findOpenApi);
