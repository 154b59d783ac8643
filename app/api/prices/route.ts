import { serve } from "@/lib/api/serve";
import { inCurrency, LIST_PRICES } from "@/lib/catalogue/prices/converted/data";
import { findPrices } from "@/lib/catalogue/prices/list/data";
import { listPrices } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listPrices, inCurrency(findPrices, LIST_PRICES));
