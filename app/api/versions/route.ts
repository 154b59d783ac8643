import { serve } from "@/lib/api/serve";
import { findVersions, toVersionTags } from "@/lib/versions/list/data";
import { listDatasetVersions } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listDatasetVersions, findVersions, toVersionTags);
