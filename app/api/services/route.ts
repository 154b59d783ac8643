import { serve } from "@/lib/api/serve";
import { inCurrency, LIST_PRICES } from "@/lib/catalogue/prices/converted/data";
import { findProducts } from "@/lib/catalogue/products/data";
import { listProducts } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(
  listProducts,
  inCurrency(findProducts, LIST_PRICES),
);
