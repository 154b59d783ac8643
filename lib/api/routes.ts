import "server-only";
import type { ZodObject, ZodType } from "zod";
import { findComparison } from "@/lib/catalogue/compare/data";
import { compare } from "@/lib/catalogue/compare/endpoints";
import { findCountries } from "@/lib/catalogue/countries/data";
import { listCountries } from "@/lib/catalogue/countries/endpoints";
import { findMultipliers } from "@/lib/catalogue/multipliers/data";
import { listMultipliers } from "@/lib/catalogue/multipliers/endpoints";
import { findPrices } from "@/lib/catalogue/prices/data";
import { listPrices } from "@/lib/catalogue/prices/endpoints";
import { findProduct, findProducts } from "@/lib/catalogue/products/data";
import { getProduct, listProducts } from "@/lib/catalogue/products/endpoints";
import { openExport } from "@/lib/exports/data";
import { exportDataset } from "@/lib/exports/endpoints";
import type { Endpoint, Handler } from "./endpoint";
import { answer, showExample } from "./handle";

/** Every public endpoint with its handler, for what calls them without a route of Next. */
export const BOUND_ENDPOINTS = [
  bind(listProducts, findProducts),
  bind(getProduct, findProduct),
  bind(listCountries, findCountries),
  bind(listPrices, findPrices),
  bind(compare, findComparison),
  bind(listMultipliers, findMultipliers),
  bind(exportDataset, openExport),
];

function bind<P extends ZodObject, Q extends ZodObject, R extends ZodType>(
  endpoint: Endpoint<P, Q, R>,
  handle: Handler<P, Q, R>,
) {
  return {
    path: endpoint.path,
    operationId: endpoint.operationId,
    /** What a GET comes to; `params` are the values of the path. */
    answer: (request: Request, params: Record<string, string | string[]>) => answer(endpoint, handle, request, params),
    /** The body that the endpoint gives to its own example call. */
    showExample: () => showExample(endpoint, handle),
  };
}
