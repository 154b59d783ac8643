import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from "zod-openapi";
import { LICENSE_URL } from "@/lib/contract/envelope";
import type { Endpoint } from "@/lib/http/endpoint";
import { ENDPOINTS } from "@/lib/http/endpoints";
import { PROBLEM_KINDS, ProblemBody } from "@/lib/http/problem";
import { OwnKey } from "@/lib/keys/schema";

/**
 * The OpenAPI 3.1 document of the public API, from the same schemas that validate requests. `examples` holds
 * the real answer to each endpoint's example call, by operation id.
 */
export function createOpenApi(serverUrl: string, datasetVersion: string, examples: Readonly<Record<string, unknown>>) {
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Price Atlas API",
      version: "1.1.0",
      description: [
        "Subscription prices of digital products per country, platform and billing period. Read-only, open to everyone.",
        "Data: CC BY 4.0. Credit Price Atlas together with the Global App Store Price Index by OpenTheRank wherever you show or pass it on.",
        `Examples are real answers of dataset ${datasetVersion}.`,
      ].join("\n\n"),
      license: { name: "CC BY 4.0 (data)", url: LICENSE_URL },
    },
    servers: [{ url: serverUrl }],
    externalDocs: { url: `${serverUrl}/docs`, description: "Guide" },
    tags: [
      { name: "data", description: "The six public endpoints." },
      { name: "service", description: "About the service itself." },
    ],
    security: [{}, { apiKey: [] }],
    components: {
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "x-api-key",
          description: "Optional: its own limit applies instead of the anonymous 60 requests a minute.",
        },
      },
    },
    paths: {
      ...Object.fromEntries(
        ENDPOINTS.map((endpoint) => [endpoint.path, { get: toOperation(endpoint, examples[endpoint.operationId]) }]),
      ),
      ...SERVICE_PATHS,
    },
  });
}

function toOperation(endpoint: Endpoint, example: unknown): ZodOpenApiOperationObject {
  const hasParams = Object.keys(endpoint.params.shape).length > 0;
  const hasQuery = Object.keys(endpoint.query.shape).length > 0;
  const { textResponse } = endpoint;
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    description: endpoint.description,
    tags: ["data"],
    ...((hasParams || hasQuery) && {
      requestParams: { ...(hasParams && { path: endpoint.params }), ...(hasQuery && { query: endpoint.query }) },
    }),
    responses: {
      200: {
        description: "The answer.",
        headers: SUCCESS_HEADERS,
        content: {
          "application/json": { schema: endpoint.response, ...(example !== undefined && { example }) },
          ...(textResponse && {
            [textResponse.contentType]: { schema: z.string().meta({ description: textResponse.description }) },
          }),
        },
      },
      ...(textResponse && { 206: PART }),
      304: { description: "Not modified since the given ETag or date." },
      ...problems([400, 401, ...(hasParams ? [404] : []), ...(textResponse ? [416] : []), 429, 500, 503]),
    },
  };
}

const CONTENT_RANGE = z.object({ "Content-Range": z.string().meta({ description: "Which bytes, of how many." }) });
const PART = {
  description: "The bytes asked for in `Range`.",
  headers: CONTENT_RANGE,
  content: { "application/json": { schema: z.string() }, "text/csv": { schema: z.string() } },
};
function problems(statuses: number[]): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    PROBLEM_KINDS.filter(({ status }) => statuses.includes(status)).map(({ status, title }) => [
      String(status),
      {
        description: title,
        ...(PROBLEM_HEADERS[status] && { headers: PROBLEM_HEADERS[status] }),
        content: { "application/problem+json": { schema: ProblemBody } },
      },
    ]),
  );
}

const LIMIT_HEADERS = z.object({
  "RateLimit-Policy": z.string().meta({
    description: "Whose limit (`anonymous` or `key`), `q` requests in a sliding window of `w` seconds.",
    example: '"anonymous";q=60;w=60',
  }),
  RateLimit: z.string().meta({
    description:
      "`r` requests left; in `t` seconds a request is admitted again, or while some are left, the window ends.",
    example: '"anonymous";r=41;t=23',
  }),
  "X-RateLimit-Limit": z.string().meta({ description: "As `q`." }),
  "X-RateLimit-Remaining": z.string().meta({ description: "As `r`." }),
  "X-RateLimit-Reset": z.string().meta({ description: "As `t`, in Unix seconds." }),
});

const PROBLEM_HEADERS: Record<number, z.ZodObject> = {
  400: LIMIT_HEADERS,
  401: LIMIT_HEADERS.extend({ "WWW-Authenticate": z.string() }),
  404: LIMIT_HEADERS,
  405: LIMIT_HEADERS,
  416: LIMIT_HEADERS.extend(CONTENT_RANGE.shape),
  429: LIMIT_HEADERS.extend({
    "Retry-After": z.string().meta({ description: "Seconds; a request after them is admitted." }),
  }),
  503: z.object({ "Retry-After": z.string().meta({ description: "Seconds." }) }),
};

const SUCCESS_HEADERS = LIMIT_HEADERS.extend({
  ETag: z.string().meta({ description: "Weak; changes with the dataset." }),
  "Last-Modified": z.string().meta({ description: "When the dataset was published." }),
  "X-Request-Id": z.string().meta({ description: "Quote it when you report a problem." }),
});

const SERVICE_PATHS = {
  "/api/key": {
    get: {
      operationId: "getKey",
      summary: "Your API key",
      description: "The key that was sent in `x-api-key`: its name, its limit, what is left of it, when it expires.",
      tags: ["service"],
      security: [{ apiKey: [] }],
      responses: {
        200: {
          description: "The key.",
          headers: LIMIT_HEADERS,
          content: { "application/json": { schema: z.object({ data: OwnKey }) } },
        },
        ...problems([400, 401, 429, 500, 503]),
      },
    },
  },
  "/api/openapi.json": {
    get: {
      operationId: "getOpenApi",
      summary: "This document",
      description: "OpenAPI 3.1, with a real answer as the example of each operation.",
      tags: ["service"],
      responses: {
        200: {
          description: "The document.",
          headers: SUCCESS_HEADERS,
          content: { "application/json": { schema: z.looseObject({}) } },
        },
        304: { description: "Not modified since the given ETag or date." },
        ...problems([400, 401, 429, 503]),
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
      responses: {
        200: { description: "Ready.", content: { "application/json": { schema: z.looseObject({}) } } },
        400: { description: "Bad parameter", content: { "application/problem+json": { schema: ProblemBody } } },
        503: { description: "Alive, not ready.", content: { "application/json": { schema: z.looseObject({}) } } },
      },
    },
  },
};
