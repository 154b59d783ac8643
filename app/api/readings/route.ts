import { serveService } from "@/lib/api/serve";
import { findCollections } from "@/lib/desk/collect/data";
import { receiveReadings } from "@/lib/desk/collect/receive-readings";
import { readings } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveService(
  readings,
  findCollections,
  receiveReadings,
);
