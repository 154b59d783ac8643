import { findCountries } from "@/lib/countries/data";
import { listCountries } from "@/lib/countries/endpoints";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listCountries, findCountries);
