import { z } from "zod";
import { defineList } from "@/lib/api/formats";
import { SourceRecord } from "@/lib/catalogue/sources/schema";
import { page } from "@/lib/contract/envelope";
import { versionInputs } from "@/lib/contract/inputs";

export const listSources = defineList({
  path: "/api/sources",
  operationId: "listSources",
  summary: "Sources, with licence and credit",
  description:
    "Every publication that prices, exchange rates, tax rates, incomes or price levels were taken from: its licence, the credit it asks for, how much was taken and the newest day of it; and when those that are read by themselves are due again. Those with most prices first, in one page.",
  params: z.object({}),
  query: z.object(versionInputs),
  response: page(SourceRecord),
  rows: { name: "sources", columns: SourceRecord, toRows: (sources) => sources },
  example: "/api/sources",
  isLive: true,
  maxAgeSeconds: 60,
});
