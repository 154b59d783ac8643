import { serve } from "@/lib/api/serve";
import { findPrices } from "@/lib/catalogue/prices/data";
import { listPrices } from "@/lib/catalogue/prices/endpoints";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listPrices, findPrices);
