import { serve } from "@/lib/api/serve";
import { findCountries } from "@/lib/catalogue/multipliers/countries-data";
import { listCountries } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listCountries, findCountries);
