import { toRoute } from "@/lib/http/serve";
import { findNothing } from "@/lib/http/unknown-path";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/api/*", findNothing);
