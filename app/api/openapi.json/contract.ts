import { z } from "zod";
import { defineService } from "@/lib/api/endpoint";

export const getOpenApi = defineService({
  path: "/api/openapi.json",
  params: z.object({}),
  query: z.object({}),
  maxAgeSeconds: 60,
  get: {
    operationId: "getOpenApi",
    summary: "This document",
    description: "OpenAPI 3.1, with a real answer as the example of each operation.",
    answers: { 200: { description: "The document.", schema: z.looseObject({}) } },
  },
});
