import { serve } from "@/lib/api/serve";
import { inCurrency } from "@/lib/catalogue/prices/converted/data";
import { findSeriesHistories } from "@/lib/catalogue/prices/history/data";
import { listHistory } from "./contract";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(listHistory, inCurrency(findSeriesHistories));
