import { toRoute } from "@/lib/http/serve";
import { findOwnKey } from "@/lib/keys/own-key";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/api/key", findOwnKey);
