import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { OwnKey } from "@/lib/access/keys/schema";
import { Collected, Collection, DueQuery, DueReading } from "@/lib/desk/collect/schema";
import { Health, HealthQuery } from "@/lib/health/schema";
import { ApiIndex } from "./entry";
import { CONDITIONS, HEADERS, IDEMPOTENCY } from "./headers";
import { NOT_MODIFIED, problems } from "./problems";

export const SERVICE_PATHS: ZodOpenApiPathsObject = {
  "/api": {
    get: {
      operationId: "getIndex",
      summary: "What there is",
      description: "Every endpoint with an example call, and links to what describes them.",
      tags: ["service"],
      responses: {
        200: {
          description: "The endpoints.",
          headers: HEADERS.limited,
          content: { "application/json": { schema: ApiIndex } },
        },
        ...problems([400, 401, 429, 500, 503]),
      },
    },
  },
  "/api/key": {
    get: {
      operationId: "getKey",
      summary: "Your API key",
      description:
        "The key that was sent in `x-api-key`: its name, its limit, what is left of it, when it expires, and its requests of the last 30 days by day.",
      tags: ["service"],
      security: [{ apiKey: [] }],
      responses: {
        200: {
          description: "The key.",
          headers: HEADERS.limited,
          content: { "application/json": { schema: z.object({ data: OwnKey }) } },
        },
        ...problems([400, 401, 429, 500, 503]),
      },
    },
  },
  "/api/collect": {
    get: {
      operationId: "listDue",
      summary: "Prices that are to be read again",
      description:
        "For a key that may collect: prices read more than 90 days ago, the most valuable first: by age in days, times one more than the requests of the last 30 days, times the highest price of the product divided by its lowest. Those that wait in a draft of the desk are left out.",
      tags: ["service"],
      security: [{ apiKey: [] }],
      requestParams: { query: DueQuery },
      responses: {
        200: {
          description: "What is due.",
          headers: HEADERS.limited,
          content: { "application/json": { schema: z.object({ data: z.array(DueReading) }) } },
        },
        ...problems([400, 401, 403, 429, 500, 503]),
      },
    },
  },
  "/api/readings": {
    get: {
      operationId: "listCollections",
      summary: "Readings that your key sent",
      description: "For a key that may collect: what became of the last 50 calls of `POST /api/readings`.",
      tags: ["service"],
      security: [{ apiKey: [] }],
      responses: {
        200: {
          description: "The newest first.",
          headers: HEADERS.limited,
          content: { "application/json": { schema: z.object({ data: z.array(Collection) }) } },
        },
        ...problems([400, 401, 403, 429, 500, 503]),
      },
    },
    post: {
      operationId: "sendReadings",
      summary: "Send readings",
      description:
        'For a key that may collect: newline-delimited JSON, one reading a line, with the columns of `prices.csv` (docs/collecting.md). It becomes a draft that people at the desk decide on: nothing is published by this call. A line `{"problem": "..."}` says in words what could not be read, such as a shop that blocks: it is told at the desk, and holds the draft. At most 100 MB. With the same `Idempotency-Key` and the same readings the first answer is given again.',
      tags: ["service"],
      security: [{ apiKey: [] }],
      requestParams: { header: IDEMPOTENCY },
      requestBody: { required: true, content: { "application/x-ndjson": { schema: z.string() } } },
      responses: {
        200: {
          description: "The first answer to this `Idempotency-Key`.",
          headers: HEADERS.limited,
          content: { "application/json": { schema: z.object({ data: Collected }) } },
        },
        201: {
          description: "A draft was made, and checked.",
          headers: HEADERS.limited,
          content: { "application/json": { schema: z.object({ data: Collected }) } },
        },
        ...problems([400, 401, 403, 409, 413, 429, 500, 503]),
      },
    },
  },
  "/api/openapi.json": {
    get: {
      operationId: "getOpenApi",
      summary: "This document",
      description: "OpenAPI 3.1, with a real answer as the example of each operation.",
      tags: ["service"],
      requestParams: { header: CONDITIONS },
      responses: {
        200: {
          description: "The document.",
          headers: HEADERS.document,
          content: { "application/json": { schema: z.looseObject({}) } },
        },
        304: NOT_MODIFIED,
        ...problems([400, 401, 429, 500, 503]),
      },
    },
  },
  "/api/health": {
    get: {
      operationId: "getHealth",
      summary: "Liveness and readiness",
      description:
        "Not rate limited. 503 when the database does not answer, no dataset is published, or the process is about to end. With `?probe=live` 200 whenever the process answers at all.",
      tags: ["service"],
      security: [],
      requestParams: { query: HealthQuery },
      responses: {
        200: {
          description: "Ready.",
          headers: HEADERS.service,
          content: { "application/json": { schema: Health } },
        },
        ...problems([400], HEADERS.service),
        503: {
          description: "Alive, not ready.",
          headers: HEADERS.unavailable,
          content: { "application/json": { schema: Health } },
        },
      },
    },
  },
};
