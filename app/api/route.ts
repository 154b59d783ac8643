import { serveService } from "@/lib/api/serve";
import { findIndex } from "@/lib/openapi/entry";
import { getIndex } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveService(getIndex, findIndex);
