import { toRoute } from "@/lib/api/serve";
import { findPricesCsv } from "@/lib/exports/prices-csv";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/prices.csv", findPricesCsv);
