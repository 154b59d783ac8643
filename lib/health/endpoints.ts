import { z } from "zod";
import type { Address } from "@/lib/api/endpoint";
import { HealthQuery } from "./schema";

/** Not rate-limited: monitors must never be refused. */
export const getHealth = {
  path: "/api/health",
  params: z.object({}),
  query: HealthQuery,
  maxAgeSeconds: 0,
  unlimited: "all",
} satisfies Address;
