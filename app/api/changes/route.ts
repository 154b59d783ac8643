import { serve } from "@/lib/api/serve";
import { findVersionChanges } from "@/lib/changes/data";
import { listChanges } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listChanges, findVersionChanges);
