import { serve } from "@/lib/api/serve";
import { openExport } from "@/lib/exports/data";
import { toExportTags } from "@/lib/exports/export-spec";
import { exportDataset } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(exportDataset, openExport, toExportTags);
