import { serve } from "@/lib/api/serve";
import { findProducts } from "@/lib/catalogue/products/data";
import { listProducts } from "@/lib/catalogue/products/endpoints";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listProducts, findProducts);
