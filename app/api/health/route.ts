import { toRoute } from "@/lib/api/serve";
import { findHealth } from "@/lib/health/data";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/api/health", findHealth);
