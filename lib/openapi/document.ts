import { z } from "zod";
import { createDocument, type oas31, type ZodOpenApiObject, type ZodOpenApiOperationObject } from "zod-openapi";
import { CONTRACTS, SERVICE_CONTRACTS } from "@/app/api/contracts";
import type { Endpoint } from "@/lib/api/endpoint";
import { MEDIA_TYPES } from "@/lib/api/formats";
import { LICENSE_URL } from "@/lib/contract/envelope";
import { version } from "@/package.json";
import { CONDITIONS, FILE_CONDITIONS, HEADERS } from "./headers";
import { openAnswers } from "./openness";
import { NOT_MODIFIED, problems } from "./problems";
import { toServicePath } from "./service-paths";

type Facts = {
  serverUrl: string;
  /** https: or mailto:; null where the operator has set none. */
  contactUrl: string | null;
  datasetVersion: string;
  categories: readonly string[];
  examples: Readonly<Record<string, unknown>>;
};

export function createOpenApi(facts: Facts) {
  const document = createDocument(describeApi(facts), { override: openAnswers(facts.categories) });
  const operations = Object.values(document.paths ?? {}).flatMap(({ get }) => get ?? []);
  for (const { parameters } of operations) liftDescriptions(parameters);
  dropCopiedPatterns(document);
  return { ...document, components: { ...document.components, parameters: shareParameters(document, operations) } };
}

/** Makes components of parameters that several operations have. */
function shareParameters({ components }: oas31.OpenAPIObject, operations: readonly oas31.OperationObject[]) {
  const shared: Record<string, oas31.ParameterObject | oas31.ReferenceObject> = { ...components?.parameters };
  const all = operations.flatMap(({ parameters = [] }) => parameters.map((one) => JSON.stringify(one)));
  const nameOf = new Map<string, string>();
  const share = (parameter: oas31.ParameterObject | oas31.ReferenceObject) => {
    const text = JSON.stringify(parameter);
    if ("$ref" in parameter || all.indexOf(text) === all.lastIndexOf(text)) return parameter;
    const known = nameOf.get(text);
    const base = parameter.name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
    let name = known ?? base;
    for (let at = 2; known === undefined && name in shared; at++) name = `${base}${at}`;
    nameOf.set(text, name);
    shared[name] = parameter;
    return { $ref: `#/components/parameters/${name}` };
  };
  for (const operation of operations) operation.parameters = operation.parameters?.map(share) ?? [];
  return shared;
}

function describeApi({ serverUrl, contactUrl, datasetVersion, examples }: Facts): ZodOpenApiObject {
  return {
    openapi: "3.1.0",
    info: {
      title: "Price Atlas API",
      version,
      description: [
        "Subscription prices of digital products per country, platform and billing period. Read-only, open to everyone; only `POST /api/readings` takes something, from keys that may collect.",
        "Data: CC BY 4.0. Credit Price Atlas together with the Global App Store Price Index by OpenTheRank wherever you show or pass it on.",
        "Fields, and values such as platforms, may be added to answers at any time; nothing is taken away.",
        `Examples are real answers of dataset ${datasetVersion}, their lists cut to two entries.`,
      ].join("\n\n"),
      license: { name: "CC BY 4.0 (data)", url: LICENSE_URL },
      ...(contactUrl !== null && { contact: toContact(contactUrl) }),
    },
    servers: [{ url: serverUrl }],
    externalDocs: { url: `${serverUrl}/docs`, description: "Guide" },
    tags: [
      { name: "data", description: "Prices, products, countries, comparisons and whole datasets." },
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
        CONTRACTS.map((endpoint) => [endpoint.path, { get: toOperation(endpoint, examples[endpoint.operationId]) }]),
      ),
      ...Object.fromEntries(SERVICE_CONTRACTS.map((contract) => [contract.path, toServicePath(contract)])),
    },
  };
}

function toContact(url: string) {
  return url.startsWith("mailto:")
    ? { name: "Operator", email: url.slice(7).split("?")[0] ?? "" }
    : { name: "Operator", url };
}

/** A schema that names a component, such as `Day` with a description of its own, has what stands there. */
function dropCopiedPatterns(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  if ("$ref" in node && "pattern" in node) delete node.pattern;
  for (const inner of Object.values(node)) dropCopiedPatterns(inner);
}

/** Copies descriptions to the parameters: many programs do not read them from the schema. */
function liftDescriptions(parameters: (oas31.ParameterObject | oas31.ReferenceObject)[] = []): void {
  for (const parameter of parameters) {
    if ("$ref" in parameter || parameter.schema === undefined || "$ref" in parameter.schema) continue;
    parameter.description ??= parameter.schema.description ?? "";
    delete parameter.schema.description;
  }
}

function toOperation(endpoint: Endpoint, example: unknown): ZodOpenApiOperationObject {
  const hasParams = Object.keys(endpoint.params.shape).length > 0;
  const hasQuery = Object.keys(endpoint.query.shape).length > 0;
  const { fileTypes, rows } = endpoint;
  const takesVersion = ["version", "since"].some((name) => name in endpoint.query.shape);
  const otherTypes = Object.entries(fileTypes ?? (rows ? ROW_TYPES : {}));
  const answers = {
    "application/json": { schema: endpoint.response, ...(example !== undefined && { example }) },
    ...Object.fromEntries(otherTypes.map(([type, description]) => [type, { schema: toFileSchema(type, description) }])),
  };
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    description: endpoint.description,
    ...(rows && { "x-columns": Object.keys(rows.columns.shape) }),
    tags: ["data"],
    requestParams: {
      ...(hasParams && { path: endpoint.params }),
      ...(hasQuery && { query: endpoint.query }),
      header: fileTypes ? FILE_CONDITIONS : CONDITIONS,
    },
    responses: {
      200: {
        description: "The answer.",
        headers: fileTypes ? HEADERS.file : rows ? HEADERS.list : HEADERS.data,
        content: answers,
      },
      ...(fileTypes && {
        206: PART,
      }),
      304: NOT_MODIFIED,
      ...problems([
        400,
        401,
        ...(hasParams ? [404] : []),
        ...(takesVersion ? [410] : []),
        ...(fileTypes ? [412, 416] : []),
        429,
        500,
        503,
      ]),
    },
  };
}

/** Media types of lists beside JSON. */
const ROW_TYPES = {
  [MEDIA_TYPES.csv]: "Flat rows with a header row, of the columns `x-columns`.",
  [MEDIA_TYPES.ndjson]: "One JSON object a line, whose members are of the columns `x-columns`.",
};

/** A text, or for Parquet bytes. */
const toFileSchema = (type: string, description: string) =>
  z.string().meta({ description, ...(type.includes("parquet") && { format: "binary" }) });

const PART = {
  id: "Part",
  description: "The bytes that `Range` names.",
  headers: HEADERS.part,
};
