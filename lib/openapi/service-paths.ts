import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject } from "zod-openapi";
import type { ServiceEndpoint, ServiceOperation } from "@/lib/api/endpoint";
import { CONDITIONS, HEADERS, IDEMPOTENCY } from "./headers";
import { NOT_MODIFIED, problems } from "./problems";

export const toServicePath = (endpoint: ServiceEndpoint): ZodOpenApiPathItemObject => ({
  get: toOperation(endpoint, endpoint.get),
  ...(endpoint.post && { post: toOperation(endpoint, endpoint.post) }),
});

const COMMON_PROBLEMS = [400, 401, 429, 500, 503];

function toOperation(
  { query, maxAgeSeconds, unlimited }: ServiceEndpoint,
  { operationId, summary, description, needsKey, takes, answers, problems: others = [] }: ServiceOperation,
): ZodOpenApiOperationObject {
  const isConditional = maxAgeSeconds > 0;
  const isUnlimited = unlimited === "all";
  const hasQuery = Object.keys(query.shape).length > 0;
  const header = takes ? IDEMPOTENCY : isConditional ? CONDITIONS : undefined;
  const headers = isUnlimited ? HEADERS.service : isConditional ? HEADERS.document : HEADERS.limited;
  const answered = Object.entries(answers).map(([status, { description, schema }]) => [
    status,
    {
      description,
      headers: status === "503" ? HEADERS.unavailable : headers,
      content: { "application/json": { schema } },
    },
  ]);
  return {
    operationId,
    summary,
    description,
    tags: ["service"],
    ...(isUnlimited && { security: [] }),
    ...(needsKey && { security: [{ apiKey: [] }] }),
    ...((hasQuery || header) && { requestParams: { ...(hasQuery && { query }), ...(header && { header }) } }),
    ...(takes && { requestBody: { required: true, content: { [takes]: { schema: z.string() } } } }),
    responses: {
      ...(isUnlimited ? problems([400], headers) : problems([...COMMON_PROBLEMS, ...others])),
      ...(isConditional && { 304: NOT_MODIFIED }),
      ...Object.fromEntries(answered),
    },
  };
}
