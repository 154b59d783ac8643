import { toRoute } from "@/lib/api/serve";
import { findComparisonCsv } from "@/lib/exports/comparison-csv";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/compare.csv", findComparisonCsv);
