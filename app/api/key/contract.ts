import { z } from "zod";
import { OwnKey } from "@/lib/access/keys/schema";
import { defineService } from "@/lib/api/endpoint";

export const getKey = defineService({
  path: "/api/key",
  params: z.object({}),
  query: z.object({}),
  maxAgeSeconds: 0,
  get: {
    operationId: "getKey",
    summary: "Your API key",
    description:
      "The key that was sent in `x-api-key`: its name, its limit, what is left of it, when it expires, and its requests of the last 30 days by day.",
    needsKey: true,
    answers: { 200: { description: "The key.", schema: z.object({ data: OwnKey }) } },
  },
});
