import { serve } from "@/lib/api/serve";
import { findComparison } from "@/lib/catalogue/compare/data";
import { compare } from "@/lib/catalogue/compare/endpoints";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(compare, findComparison);
