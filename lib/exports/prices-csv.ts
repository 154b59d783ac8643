import "server-only";
import { z } from "zod";
import type { Address, BodyReply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import { findPrices } from "@/lib/catalogue/prices/data";
import { listPrices } from "@/lib/catalogue/prices/endpoints";
import { toPriceRow } from "@/lib/catalogue/prices/rules";
import { toCsvReply } from "./csv-reply";

/** Most rows of one answer; all prices are an export, which is a file. */
const MAX_ROWS = 50_000;

// Leaves out `tax`: each row has the amount without tax in its own columns.
const PriceFileQuery = listPrices.query
  .omit({ page: true, page_size: true, tax: true })
  .superRefine((query, context) => {
    if (query.product !== undefined || query.country !== undefined) return;
    const message = "or country is required; /api/export?dataset=prices&format=csv has all prices";
    context.addIssue({ code: "custom", path: ["product"], message });
  });

export const pricesFile = {
  path: "/prices.csv",
  params: z.object({}),
  query: PriceFileQuery,
  maxAgeSeconds: 60,
} satisfies Address;

/** Prices of a product or a country as CSV, in the order and with the filters and errors of `/api/prices`. */
export async function findPricesCsv(query: z.infer<typeof PriceFileQuery>): Promise<BodyReply | Problem> {
  const { version, total, data } = await findPrices({ ...query, tax: "shown", page: 1, page_size: MAX_ROWS });
  if (total <= MAX_ROWS) return toCsvReply("prices", version, data.parse().map(toPriceRow));
  const detail = `These are ${total} prices, and a file here has ${MAX_ROWS} at most. Add a filter, or take all: /api/export?dataset=prices&format=csv.`;
  return { kind: "bad-parameter", detail };
}
