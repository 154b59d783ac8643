import { z } from "zod";
import { defineService } from "@/lib/api/endpoint";

const Entry = z
  .object({
    path: z.string().describe("As in the OpenAPI document."),
    summary: z.string(),
    example: z.url().describe("A call that can be made as it is."),
  })
  .meta({ id: "Entry", description: "An endpoint." });

export const ApiIndex = z
  .object({
    data: z.array(Entry),
    links: z.object({ openapi: z.url(), documentation: z.url(), catalog: z.url(), health: z.url(), license: z.url() }),
    attribution: z.string(),
  })
  .meta({ id: "ApiIndex", description: "Every endpoint, and where they are described." });

export const getIndex = defineService({
  path: "/api",
  params: z.object({}),
  query: z.object({}),
  maxAgeSeconds: 0,
  get: {
    operationId: "getIndex",
    summary: "What there is",
    description: "Every endpoint with an example call, and links to what describes them.",
    answers: { 200: { description: "The endpoints.", schema: ApiIndex } },
  },
});
