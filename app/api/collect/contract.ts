import { z } from "zod";
import { defineService } from "@/lib/api/endpoint";
import { DueQuery, DueReading } from "@/lib/desk/collect/schema";

export const listDue = defineService({
  path: "/api/collect",
  params: z.object({}),
  query: DueQuery,
  maxAgeSeconds: 0,
  get: {
    operationId: "listDue",
    summary: "Prices that are to be read again",
    description:
      "For a key that may collect: prices read more than 90 days ago, the most valuable first: by age in days, times one more than the requests of the last 30 days, times the highest price of the product divided by its lowest. Those that wait in a draft of the desk are left out.",
    needsKey: true,
    answers: { 200: { description: "What is due.", schema: z.object({ data: z.array(DueReading) }) } },
    problems: [403],
  },
});
