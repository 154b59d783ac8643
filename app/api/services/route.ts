import { serve } from "@/lib/http/serve";
import { findProducts } from "@/lib/products/data";
import { listProducts } from "@/lib/products/endpoints";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listProducts, findProducts);
