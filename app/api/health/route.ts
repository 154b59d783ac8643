import { serveService } from "@/lib/api/serve";
import { findHealth } from "@/lib/health/data";
import { getHealth } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveService(getHealth, findHealth);
