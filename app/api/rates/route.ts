import { serve } from "@/lib/api/serve";
import { findRates } from "@/lib/catalogue/fx/rates-data";
import { listRates } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listRates, findRates);
