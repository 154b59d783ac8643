import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { toRunRows } from "@/lib/catalogue/prices/history/rules";
import { SeriesHistory, SeriesRunRow } from "@/lib/catalogue/prices/history/series/schema";
import { page } from "@/lib/contract/envelope";
import {
  anyOf,
  CountryInput,
  currencyInputs,
  FromInput,
  JSON_PAGE_SIZE,
  PeriodInput,
  PlatformInput,
  ProductInput,
  pageInputs,
  priceInputs,
  productInputs,
  REQUIRED,
  reads,
  ToInput,
  versionInputs,
} from "@/lib/contract/inputs";

const FILTERS = ["product", "country", "platform", "period", "category", "vendor", "q", "region"] as const;

export const listHistory = defineList({
  path: "/api/history",
  operationId: "listHistory",
  summary: "Past and current prices of series, run by run",
  description:
    "Every unbroken run of one amount of each series that matches, with US dollars at the rate of its first day; the lowest and highest amounts of all time, 12 months and 3 months; and how many days of the span lie in no run, because a day on which nobody looked has no known price. A run that began when the dataset has no exchange rate, of that day or the ten days before, has no US dollars. At least one filter is required; filters combine with AND. Ordered by country, platform, period and product. Everything at once is `/api/export?dataset=history`.",
  params: z.object({}),
  query: z
    .object({
      product: anyOf(ProductInput, "Slugs of products."),
      country: anyOf(CountryInput, "ISO 3166-1 alpha-2 codes of countries."),
      platform: anyOf(PlatformInput, "Platforms."),
      period: anyOf(PeriodInput, "Billing periods."),
      ...productInputs,
      region: priceInputs.region,
      from: FromInput.optional(),
      to: ToInput.optional(),
      group: z.enum(["month"]).optional().meta({
        description:
          "`month`: one entry a month in `months`, or one row, in place of the runs: `observed` or `carried`, at the rate of the last day of the month.",
      }),
      ...currencyInputs,
      ...versionInputs,
      page: pageInputs.page,
      page_size: z
        .int()
        .min(1)
        .max(JSON_PAGE_SIZE)
        .default(50)
        .meta({ description: "Series a page, each with its runs." }),
    })
    .refine((given) => FILTERS.some((name) => given[name] !== undefined), {
      path: ["product"],
      message: `is required, or another filter: ${FILTERS.filter((name) => name !== "product").join(", ")}; /api/export?dataset=history&format=csv has all histories`,
      params: REQUIRED,
      when: reads(...FILTERS),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ["from"],
      message: "is after `to`",
      when: reads("from", "to"),
    }),
  response: page(SeriesHistory),
  rows: { name: "history", columns: SeriesRunRow, toRows: toRunRows },
  example: "/api/history?country=TR&product=netflix",
  maxAgeSeconds: 60,
});
