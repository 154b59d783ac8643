import { findComparison } from "@/lib/compare/data";
import { compare } from "@/lib/compare/endpoints";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(compare, findComparison);
