import { findOwnKey } from "@/lib/api/own-key";
import { serveService } from "@/lib/api/serve";
import { getKey } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveService(getKey, findOwnKey);
