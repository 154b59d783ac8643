import { findHealth } from "@/lib/health/data";
import { toRoute } from "@/lib/http/serve";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/api/health", findHealth);
