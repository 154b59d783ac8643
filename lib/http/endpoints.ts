import { compare } from "@/lib/compare/endpoints";
import { listCountries } from "@/lib/countries/endpoints";
import { exportDataset } from "@/lib/exports/endpoints";
import { listPrices } from "@/lib/prices/endpoints";
import { getProduct, listProducts } from "@/lib/products/endpoints";

/** Every public endpoint, in the order of the documentation; tests hold route files and OpenAPI to it. */
export const ENDPOINTS = [listProducts, getProduct, listCountries, listPrices, compare, exportDataset] as const;
