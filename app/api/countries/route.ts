import { serve } from "@/lib/api/serve";
import { findCountries } from "@/lib/catalogue/countries/data";
import { listCountries } from "@/lib/catalogue/countries/endpoints";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listCountries, findCountries);
