import { serve } from "@/lib/api/serve";
import { findOpenApi } from "@/lib/openapi/data";
import { getOpenApi } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(getOpenApi, findOpenApi);
