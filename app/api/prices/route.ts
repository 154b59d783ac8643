import { serve } from "@/lib/http/serve";
import { findPrices } from "@/lib/prices/data";
import { listPrices } from "@/lib/prices/endpoints";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listPrices, findPrices);
