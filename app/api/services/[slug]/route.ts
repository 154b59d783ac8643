import { serve } from "@/lib/api/serve";
import { findProduct } from "@/lib/catalogue/products/data";
import { getProduct } from "@/lib/catalogue/products/endpoints";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(getProduct, findProduct);
