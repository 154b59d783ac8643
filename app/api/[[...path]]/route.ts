import { toRoute } from "@/lib/api/serve";
import { findNothing } from "@/lib/api/unknown-path";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/api/*", findNothing);
