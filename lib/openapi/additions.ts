import { z } from "zod";
import released from "@/docs/openapi.json";

const Schema = z.looseObject({
  enum: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
const Parameter = z.looseObject({ name: z.string(), schema: Schema });
const Document = z.looseObject({
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.looseObject({ get: z.looseObject({ parameters: z.array(z.unknown()).default([]) }) })),
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
});
type Document = z.infer<typeof Document>;

export type Additions = {
  since: string;
  paths: string[];
  /** New parameters of paths in both documents, and new values of existing parameters. */
  parameters: { path: string; names: string[]; values: { name: string; values: string[] }[] }[];
  fields: { record: string; names: string[] }[];
};

/** Compares with the last release. Throws a ZodError on text that is no OpenAPI document. */
export const findAdditions = (text: string): Additions => listAdditions(released, JSON.parse(text));

export function listAdditions(before: unknown, now: unknown): Additions {
  const [old, current] = [before, now].map((document) => Document.parse(inlineShared(document))) as [
    Document,
    Document,
  ];
  const paths = Object.keys(current.paths);
  const isKnown = (path: string) => Object.hasOwn(old.paths, path);
  return {
    since: old.info.version,
    paths: paths.filter((path) => !isKnown(path)),
    parameters: paths.filter(isKnown).flatMap((path) => {
      const known = readParameters(old, path);
      const accepted = [...readParameters(current, path)];
      const names = accepted.map(([name]) => name).filter((name) => !known.has(name));
      const values = accepted.flatMap(([name, choices]) => {
        const added = choices.filter((value) => known.get(name)?.includes(value) === false);
        return added.length > 0 ? [{ name, values: added }] : [];
      });
      return names.length + values.length > 0 ? [{ path, names, values }] : [];
    }),
    fields: Object.entries(current.components.schemas).flatMap(([record, { properties = {} }]) => {
      const known = old.components.schemas[record]?.properties;
      const names = known === undefined ? [] : Object.keys(properties).filter((name) => !Object.hasOwn(known, name));
      return names.length > 0 ? [{ record, names }] : [];
    }),
  };
}

const Shared = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({
      get: z.looseObject({
        parameters: z.array(z.unknown()).default([]),
        responses: z.record(z.string(), z.unknown()).default({}),
      }),
    }),
  ),
  components: z.looseObject({
    parameters: z.record(z.string(), z.unknown()).default({}),
    responses: z.record(z.string(), z.unknown()).default({}),
  }),
});

/** Puts shared parameters and answers where operations name them. Throws a ZodError on what is no OpenAPI document. */
export function inlineShared(document: unknown) {
  const { paths, components, ...rest } = Shared.parse(document);
  const resolveIn = (shared: Record<string, unknown>) => (one: unknown) => {
    const reference = z.object({ $ref: z.string() }).safeParse(one).data?.$ref;
    return reference === undefined ? one : shared[reference.split("/").at(-1) ?? ""];
  };
  const parameter = resolveIn(components.parameters);
  const response = resolveIn(components.responses);
  const inlined = Object.entries(paths).map(([path, { get }]) => {
    const responses = Object.entries(get.responses).map(([status, one]) => [status, response(one)] as const);
    const shared = { parameters: get.parameters.map(parameter), responses: Object.fromEntries(responses) };
    return [path, { get: { ...get, ...shared } }] as const;
  });
  return { ...rest, components, paths: Object.fromEntries(inlined) };
}

function readParameters({ paths }: Document, path: string): Map<string, string[]> {
  const parameters = paths[path]?.get.parameters.flatMap((one) => Parameter.safeParse(one).data ?? []) ?? [];
  return new Map(parameters.map(({ name, schema }) => [name, (schema.enum ?? []).map(String)]));
}
