import { compare } from "@/lib/catalogue/compare/endpoints";
import { listCountries } from "@/lib/catalogue/countries/endpoints";
import { listMultipliers } from "@/lib/catalogue/multipliers/endpoints";
import { listPrices } from "@/lib/catalogue/prices/endpoints";
import { getProduct, listProducts } from "@/lib/catalogue/products/endpoints";
import { exportDataset } from "@/lib/exports/endpoints";

/** Every public endpoint, in the order of the documentation; tests hold route files and OpenAPI to it. */
export const ENDPOINTS = [
  listProducts,
  getProduct,
  listCountries,
  listPrices,
  compare,
  listMultipliers,
  exportDataset,
] as const;
