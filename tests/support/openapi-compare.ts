import { z } from "zod";

const Json = z.record(z.string(), z.unknown());
type Json = z.infer<typeof Json>;
const asObject = (value: unknown): Json => Json.safeParse(value).data ?? {};
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Lists what `now` removes from or narrows in `before`, such as paths, accepted values, and fields. Additions are
 * allowed.
 */
export function findBreaks(before: unknown, now: unknown): string[] {
  const old = new Resolver(before);
  const current = new Resolver(now);
  const breaks: string[] = [];
  for (const [path, item] of Object.entries(old.at("paths"))) {
    const operation = asObject(asObject(item).get);
    const successor = asObject(asObject(current.at("paths")[path]).get);
    if (Object.keys(successor).length === 0) breaks.push(`${path} is gone`);
    else compareOperations(path, operation, successor);
  }
  return breaks;

  function compareOperations(path: string, operation: Json, successor: Json): void {
    const columns = asList(successor["x-columns"]);
    for (const [at, name] of asList(operation["x-columns"]).entries())
      if (columns[at] !== name) breaks.push(`${path} has another column at ${at + 1}`);
    if (operation.operationId !== successor.operationId) breaks.push(`${path} has another operationId`);
    const known = parametersOf(old, operation);
    const accepted = parametersOf(current, successor);
    for (const [name, parameter] of known) {
      const next = accepted.get(name);
      if (next === undefined) breaks.push(`${path} takes no ${name} any more`);
      else {
        if (next.required === true && parameter.required !== true) breaks.push(`${path} requires ${name}`);
        compareInputs(`${path} ${name}`, old.resolve(parameter.schema), current.resolve(next.schema));
      }
    }
    for (const [name, { required }] of accepted)
      if (required === true && !known.has(name)) breaks.push(`${path} requires ${name}`);
    for (const [status, response] of Object.entries(asObject(operation.responses))) {
      const next = current.resolve(asObject(successor.responses)[status]);
      const was = old.resolve(response);
      const place = `${path} ${status}`;
      if (Object.keys(next).length === 0) breaks.push(`${place} is gone`);
      for (const name of Object.keys(asObject(was.headers)))
        if (!(name in asObject(next.headers))) breaks.push(`${place} has no ${name} any more`);
      for (const [type, media] of Object.entries(asObject(was.content))) {
        const successorMedia = asObject(next.content)[type];
        if (successorMedia === undefined) breaks.push(`${place} is no ${type} any more`);
        else compareOutputs(`${place} ${type}`, asObject(media).schema, asObject(successorMedia).schema, new Set());
      }
    }
  }

  function compareInputs(place: string, was: Json, is: Json): void {
    if (is.anyOf !== undefined) {
      const options = asList(is.anyOf).map((option) => current.resolve(option));
      for (const before of was.anyOf === undefined ? [was] : asList(was.anyOf).map((option) => old.resolve(option)))
        compareInputs(place, before, options.find(({ type }) => type === before.type) ?? {});
      return;
    }
    if (String(was.type) !== String(is.type)) breaks.push(`${place} is of another type`);
    for (const value of is.enum === undefined ? [] : was.enum === undefined ? ["any value"] : asList(was.enum))
      if (!asList(is.enum).includes(value)) breaks.push(`${place} does not accept ${value} any more`);
    for (const [name, sign] of [
      ["minimum", 1],
      ["minItems", 1],
      ["maximum", -1],
      ["maxItems", -1],
      ["maxLength", -1],
    ] as const) {
      const limit = is[name] === undefined ? Number.NEGATIVE_INFINITY : sign * Number(is[name]);
      const limitBefore = was[name] === undefined ? Number.NEGATIVE_INFINITY : sign * Number(was[name]);
      if (limit > limitBefore) breaks.push(`${place} accepts less: ${name}`);
    }
    if (was.default !== is.default) breaks.push(`${place} has another default`);
    if (was.items !== undefined) compareInputs(`${place}[]`, old.resolve(was.items), current.resolve(is.items));
  }

  function compareOutputs(place: string, was: unknown, is: unknown, seen: Set<string>): void {
    const reference = String(asObject(was).$ref ?? "");
    if (reference !== "" && seen.has(reference)) return;
    const known = new Set([...seen, reference]);
    const before = old.resolve(was);
    const after = current.resolve(is);
    for (const type of typesOf(after)) if (!typesOf(before).includes(type)) breaks.push(`${place} may be ${type}`);
    for (const value of after.enum === undefined ? [] : asList(before.enum))
      if (!asList(after.enum).includes(value)) breaks.push(`${place} is never ${value} any more`);
    if (formatOf(before) !== formatOf(after)) breaks.push(`${place} has another format`);
    const options = asList(after.anyOf);
    for (const [at, option] of asList(before.anyOf).entries())
      compareOutputs(`${place}(${at})`, option, options[at], known);
    if (before.items !== undefined) compareOutputs(`${place}[]`, before.items, after.items, known);
    const properties = asObject(after.properties);
    for (const [name, property] of Object.entries(asObject(before.properties))) {
      if (!(name in properties)) breaks.push(`${place}.${name} is gone`);
      else compareOutputs(`${place}.${name}`, property, properties[name], known);
    }
    for (const name of asList(before.required))
      if (!asList(after.required).includes(name)) breaks.push(`${place}.${name} may be missing`);
  }

  /** For a nullable text, the format of the text. */
  function formatOf(schema: Json): unknown {
    const [text, other] = asList(schema.anyOf).map((option) => current.resolve(option));
    return other?.type === "null" ? text?.format : schema.format;
  }

  function typesOf(schema: Json): string[] {
    if (schema.anyOf !== undefined) {
      // Of a union only null counts here: its other parts are compared one by one.
      return asList(schema.anyOf).some((option) => asObject(option).type === "null") ? ["null"] : [];
    }
    if (schema.const !== undefined) return [JSON.stringify(schema.const)];
    return [schema.type ?? "any"].flat().map(String);
  }
}

class Resolver {
  constructor(private readonly document: unknown) {}

  at(...path: string[]): Json {
    return path.reduce((value, name) => asObject(value[name]), asObject(this.document));
  }

  resolve(value: unknown): Json {
    const { $ref: reference, ...own } = asObject(value);
    if (typeof reference !== "string") return own;
    return { ...this.at(...reference.replace(/^#\//, "").split("/")), ...own };
  }
}

function parametersOf(document: Resolver, operation: Json): Map<string, Json> {
  const all = asList(operation.parameters).map((parameter) => document.resolve(parameter));
  return new Map(all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}
