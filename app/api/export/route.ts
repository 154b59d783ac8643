import { openExport } from "@/lib/exports/data";
import { exportDataset } from "@/lib/exports/endpoints";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(exportDataset, openExport);
