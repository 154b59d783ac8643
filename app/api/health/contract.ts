import { z } from "zod";
import { defineService } from "@/lib/api/endpoint";
import { Health, HealthQuery } from "@/lib/health/schema";

/** Not rate-limited: monitors must never be refused. */
export const getHealth = defineService({
  path: "/api/health",
  params: z.object({}),
  query: HealthQuery,
  maxAgeSeconds: 0,
  unlimited: "all",
  get: {
    operationId: "getHealth",
    summary: "Liveness and readiness",
    description:
      "Not rate limited. 503 when the database does not answer, no dataset is published, or the process is about to end. With `?probe=live` 200 whenever the process answers at all.",
    answers: {
      200: { description: "Ready.", schema: Health },
      503: { description: "Alive, not ready.", schema: Health },
    },
  },
});
