import { z } from "zod";
import { defineService } from "@/lib/api/endpoint";
import { Collected, Collection } from "@/lib/desk/collect/schema";

export const readings = defineService({
  path: "/api/readings",
  params: z.object({}),
  query: z.object({}),
  maxAgeSeconds: 0,
  get: {
    operationId: "listCollections",
    summary: "Readings that your key sent",
    description: "For a key that may collect: what became of the last 50 calls of `POST /api/readings`.",
    needsKey: true,
    answers: { 200: { description: "The newest first.", schema: z.object({ data: z.array(Collection) }) } },
    problems: [403],
  },
  post: {
    operationId: "sendReadings",
    summary: "Send readings",
    description:
      'For a key that may collect: newline-delimited JSON, one reading a line, with the columns of `prices.csv` (docs/collecting.md). It becomes a draft that people at the desk decide on: nothing is published by this call. A line `{"problem": "..."}` says in words what could not be read, such as a shop that blocks: it is told at the desk, and holds the draft. At most 100 MB. With the same `Idempotency-Key` and the same readings the first answer is given again.',
    needsKey: true,
    takes: "application/x-ndjson",
    answers: {
      200: { description: "The first answer to this `Idempotency-Key`.", schema: z.object({ data: Collected }) },
      201: { description: "A draft was made, and checked.", schema: z.object({ data: Collected }) },
    },
    problems: [403, 409, 413],
  },
});
