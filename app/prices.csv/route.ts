import { toRoute } from "@/lib/http/serve";
import { findPricesCsv } from "@/lib/prices/csv";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/prices.csv", findPricesCsv);
