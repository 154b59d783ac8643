import { toRoute } from "@/lib/api/serve";
import { findOpenApi } from "@/lib/openapi/data";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/api/openapi.json", findOpenApi);
