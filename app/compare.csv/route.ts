import { findComparisonCsv } from "@/lib/compare/csv";
import { toRoute } from "@/lib/http/serve";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute("/compare.csv", findComparisonCsv);
