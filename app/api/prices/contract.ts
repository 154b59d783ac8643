import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { EVIDENCE } from "@/lib/catalogue/prices/evidence/rules";
import { toListedPriceRow } from "@/lib/catalogue/prices/rules";
import { DayPrice, ListedPriceRow } from "@/lib/catalogue/prices/schema";
import { TaxInput } from "@/lib/catalogue/tax/schema";
import { page } from "@/lib/contract/envelope";
import {
  anyOf,
  currencyInputs,
  dateInputs,
  PastDayInput,
  pageInputs,
  priceInputs,
  reads,
  versionInputs,
} from "@/lib/contract/inputs";

const SORTS = [
  "product",
  "-product",
  "usd_monthly",
  "-usd_monthly",
  "verified_on",
  "-verified_on",
  "changed_on",
  "-changed_on",
] as const;

export const listPrices = defineList({
  path: "/api/prices",
  operationId: "listPrices",
  summary: "Raw price records, filtered",
  description:
    "Current prices, ordered by product, country, platform and period. Filters combine with AND, the values of one with OR; one that matches nothing gives an empty list. With `date=`, the prices that were listed on that day. `evidence`, `verified_since` and orders by `changed_on` are of current prices, and `status=all` of a day: a call that mixes them is a 400 with the code `conflict`.",
  params: z.object({}),
  query: z
    .object({
      ...priceInputs,
      evidence: anyOf(
        z.enum(EVIDENCE).meta({ description: "How well a price is known." }),
        "How well prices are known, as their `evidence` says.",
      ),
      verified_since: PastDayInput.optional().meta({
        description: "Only prices that were read on this day or later, as `verified_on` says.",
        examples: ["2026-09-01"],
      }),
      best: z.enum(["country"]).optional().meta({
        description:
          "`country`: of the prices that are left, the lowest in each country that is `ranked` among them. Countries without one are left out.",
      }),
      sort: z.enum(SORTS).default("product").meta({
        description:
          "Order; `-` in front is descending. Equal ones, and those without the value at the end, by product, country, platform and period.",
      }),
      ...dateInputs,
      status: z.enum(["listed", "all"]).default("listed").meta({
        description:
          "With `date=`: `all` adds the series that had not been observed by that day, and those that had ended.",
      }),
      tax: TaxInput,
      ...currencyInputs,
      ...versionInputs,
      ...pageInputs,
    })
    .refine(({ date, evidence }) => date === undefined || evidence === undefined, {
      path: ["evidence"],
      message: "does not go with date: it is of the current price",
      when: reads("date", "evidence"),
    })
    .refine(({ date, status }) => date !== undefined || status === "listed", {
      path: ["status"],
      message: "goes with date, whose series it adds",
      when: reads("date", "status"),
    })
    .refine(({ date, verified_since }) => date === undefined || verified_since === undefined, {
      path: ["verified_since"],
      message: "does not go with date: it is of the current price",
      when: reads("date", "verified_since"),
    })
    .refine(({ date, sort }) => date === undefined || !sort.endsWith("changed_on"), {
      path: ["sort"],
      message: "does not go with date, whose prices have no day of their last change; every other order does",
      when: reads("date", "sort"),
    }),
  response: page(DayPrice),
  rows: { name: "prices", columns: ListedPriceRow, toRows: (prices) => prices.map(toListedPriceRow) },
  example: "/api/prices?country=TR&page_size=2&platform=ios",
  maxAgeSeconds: 60,
});
