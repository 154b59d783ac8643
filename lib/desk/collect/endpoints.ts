import { z } from "zod";
import type { Address } from "@/lib/api/endpoint";
import { DueQuery } from "./schema";

export const listDue = {
  path: "/api/collect",
  params: z.object({}),
  query: DueQuery,
  maxAgeSeconds: 0,
} satisfies Address<z.ZodObject, typeof DueQuery>;

/** GET lists what a key sent, POST takes readings. */
export const readings = {
  path: "/api/readings",
  params: z.object({}),
  query: z.object({}),
  maxAgeSeconds: 0,
} satisfies Address;
