import { serve } from "@/lib/api/serve";
import { inCurrency, LIST_PRICES } from "@/lib/catalogue/prices/converted/data";
import { findProduct } from "@/lib/catalogue/products/data";
import { getProduct } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(getProduct, inCurrency(findProduct, LIST_PRICES));
