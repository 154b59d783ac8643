import { serve } from "@/lib/api/serve";
import { openExport } from "@/lib/exports/data";
import { exportDataset } from "@/lib/exports/endpoints";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(exportDataset, openExport);
