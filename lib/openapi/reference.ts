import { z } from "zod";
import { inlineShared } from "./additions";

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  "x-extensible-enum": z.array(z.string()).optional(),
  description: z.string().optional(),
  default: z.union([z.string(), z.number()]).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  example: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  get anyOf() {
    return z.array(Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
});
type Schema = z.infer<typeof Schema>;

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  parameters: z.preprocess(
    (all) => (Array.isArray(all) ? all.filter((one) => one.in !== "header") : []),
    z.array(
      z.looseObject({
        name: z.string(),
        in: z.enum(["path", "query"]),
        description: z.string().default(""),
        required: z.boolean().default(false),
        schema: Schema,
      }),
    ),
  ),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.string(),
      content: z
        .record(z.string(), z.looseObject({ schema: Schema.optional(), example: z.unknown().optional() }))
        .optional(),
    }),
  ),
});

const Document = z.looseObject({
  paths: z.record(z.string(), z.looseObject({ get: Operation })),
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
});

export type Parameter = {
  name: string;
  in: "path" | "query";
  isRequired: boolean;
  type: string;
  meaning: string;
  choices: readonly string[];
};
export type SchemaField = { name: string; type: string; meaning: string };
export type OperationReference = {
  id: string;
  /** Such as `services-slug`. */
  anchor: string;
  path: string;
  summary: string;
  description: string;
  tag: string;
  parameters: Parameter[];
  /** Null where the answer has no single kind of record. */
  record: { name: string; fields: SchemaField[] } | null;
  example: unknown;
  otherAnswers: { status: string; title: string }[];
};

/** Throws a ZodError on text that is no OpenAPI document. */
export function readReference(text: string): OperationReference[] {
  const { paths, components } = Document.parse(inlineShared(JSON.parse(text)));
  const resolve = makeResolve(components.schemas);
  return Object.entries(paths).map(([path, { get }]) => {
    const json = get.responses["200"]?.content?.["application/json"];
    return {
      id: get.operationId,
      anchor: path
        .replace(/^\/api\//, "")
        .replace(/[{}]/g, "")
        .replace(/[^a-z]+/gi, "-"),
      path,
      summary: get.summary,
      description: get.description,
      tag: get.tags[0] ?? "data",
      parameters: get.parameters.map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        isRequired: parameter.required,
        type: describeParameter(parameter.schema, resolve),
        meaning: parameter.description,
        choices: resolve(parameter.schema).enum ?? [],
      })),
      record: readRecord(json?.schema, resolve),
      example: json?.example,
      otherAnswers: Object.entries(get.responses)
        .filter(([status]) => status !== "200")
        .map(([status, { description }]) => ({ status, title: description })),
    };
  });
}

const refName = ({ $ref }: Schema): string | null => $ref?.split("/").at(-1) ?? null;

type Resolve = (schema: Schema) => Schema;
type Meanings = Readonly<Record<string, string>>;

function readFields(schema: Schema, resolve: Resolve, meanings: Meanings = {}): SchemaField[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    type: describeType(field, resolve),
    meaning: field.description ?? meanings[name] ?? describeTarget(field, resolve),
  }));
}

export function readSchemaFields(schema: z.ZodType, meanings: Meanings): SchemaField[] {
  const { $defs, ...root } = Schema.extend({ $defs: z.record(z.string(), Schema).default({}) }).parse(
    z.toJSONSchema(schema, { reused: "inline" }),
  );
  const resolve = makeResolve($defs);
  return readFields(resolve(root), resolve, meanings);
}

function makeResolve(schemas: Readonly<Record<string, Schema>>): Resolve {
  return (schema) => {
    const name = refName(schema);
    const target = name === null ? undefined : schemas[name];
    return target === undefined ? schema : { ...target, ...schema, $ref: undefined };
  };
}

function describeTarget(field: Schema, resolve: Resolve): string {
  const [first] = field.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return resolve(first ?? field.items ?? field).description ?? "";
}

function readRecord(schema: Schema | undefined, resolve: Resolve): OperationReference["record"] {
  const data = schema?.properties?.data;
  const one = data?.items ?? data;
  const name = one && refName(one);
  if (!one || !name) return null;
  return { name, fields: readFields(resolve(one), resolve) };
}

const KIND_NAMES: Readonly<Record<string, string>> = {
  Slug: "slug",
  CountryCode: "country code",
  CurrencyCode: "currency code",
  Day: "day",
  Instant: "instant",
};

/** Such as `slug`, `day or null`, `list of Price`, `number`. */
function describeType(schema: Schema, resolve: Resolve): string {
  const name = refName(schema);
  const { enum: closed, "x-extensible-enum": choices = closed } = resolve(schema);
  if (choices) return choices.join(", ");
  if (name) return KIND_NAMES[name] ?? name;
  if (schema.anyOf) return schema.anyOf.map((one) => describeType(one, resolve)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `list of ${schema.items ? describeType(schema.items, resolve) : "values"}`;
  if (schema.format === "uri") return "URL";
  if (schema.format === "date") return "day";
  if (schema.format === "date-time") return "instant";
  return [schema.type ?? "any"].flat().join(" or ");
}

function describeParameter(schema: Schema, resolve: Resolve): string {
  const { type, minimum, maximum, default: standard } = schema;
  const range =
    type === "integer" && minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum.toLocaleString("en")}`
      : null;
  return [
    range ?? (type === "array" || schema.anyOf ? "list" : schema.enum ? "one of" : describeType(schema, resolve)),
    ...(standard === undefined ? [] : [`default ${standard}`]),
  ].join(", ");
}
