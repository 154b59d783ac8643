import { serve } from "@/lib/http/serve";
import { findProduct } from "@/lib/products/data";
import { getProduct } from "@/lib/products/endpoints";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(getProduct, findProduct);
