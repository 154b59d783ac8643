import { serveService } from "@/lib/api/serve";
import { findDue } from "@/lib/desk/collect/data";
import { listDue } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveService(listDue, findDue);
