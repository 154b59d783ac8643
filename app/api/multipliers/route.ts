import { serve } from "@/lib/api/serve";
import { findMultipliers } from "@/lib/catalogue/multipliers/data";
import { listMultipliers } from "@/lib/catalogue/multipliers/endpoints";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listMultipliers, findMultipliers);
