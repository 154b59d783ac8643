import { z } from "zod";
import type { Address } from "@/lib/api/endpoint";
import { HealthQuery } from "./schema";

/** Asked by machines that watch the service, which must not be turned away. */
export const getHealth = {
  path: "/api/health",
  params: z.object({}),
  query: HealthQuery,
  maxAgeSeconds: 0,
  unlimited: "all",
} satisfies Address;
