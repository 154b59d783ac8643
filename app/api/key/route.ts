import { findOwnKey } from "@/lib/api/own-key";
import { toRoute } from "@/lib/api/serve";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/api/key", findOwnKey);
