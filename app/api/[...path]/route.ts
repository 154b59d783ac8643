import { serveService } from "@/lib/api/serve";
import { refuseUnknownPath } from "@/lib/api/unknown-path";
import { unknownPath } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveService(unknownPath, refuseUnknownPath);
