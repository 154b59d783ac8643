import { serve } from "@/lib/api/serve";
import { answerComparison } from "@/lib/catalogue/compare/data";
import { inCurrency } from "@/lib/catalogue/prices/converted/data";
import { compare } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(compare, inCurrency(answerComparison));
