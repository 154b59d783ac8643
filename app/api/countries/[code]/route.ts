import { serve } from "@/lib/api/serve";
import { findCountry } from "@/lib/catalogue/countries/detail/data";
import { inCurrency } from "@/lib/catalogue/prices/converted/data";
import { getCountry } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(getCountry, inCurrency(findCountry));
