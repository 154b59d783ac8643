import fc from "fast-check";
import { z } from "zod";

const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  items: z.looseObject({ enum: z.array(z.string()).optional() }).optional(),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  examples: z.array(z.unknown()).optional(),
});
const Parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query"]),
  required: z.boolean().default(false),
  schema: Schema,
});
/** No request header makes a request invalid. */
const isInAddress = (parameter: unknown) => z.object({ in: z.enum(["path", "query"]) }).safeParse(parameter).success;
const Operation = z.object({
  parameters: z.preprocess((all) => (Array.isArray(all) ? all.filter(isInAddress) : []), z.array(Parameter)),
  "x-columns": z.array(z.string()).default([]),
});
type Parameter = z.infer<typeof Parameter>;

export const CallableDocument = z.looseObject({ paths: z.record(z.string(), z.object({ get: Operation })) });
export type CallableDocument = z.infer<typeof CallableDocument>;

/** Existing values by parameter name, which a schema cannot state. */
export type Existing = Readonly<Record<string, readonly string[]>>;

/** Whether the document promises data; null when it cannot tell. */
export type Call = {
  method: string;
  path: string;
  target: string;
  headers: Record<string, string>;
  isValid: boolean | null;
};

/** `isValid` null: the schema cannot tell. */
type Piece = { text: string; isValid: boolean | null };
const valid = (text: string): Piece => ({ text: encodeURIComponent(text).replaceAll("%2C", ","), isValid: true });

const NASTY = [
  "",
  "%00",
  "%",
  "%E0%A4%A",
  "%ED%A0%80",
  "%C0%AF",
  "-1",
  "0",
  "1.5",
  "1.50000",
  "1e3",
  "NaN",
  "Infinity",
  "0x10",
  "01",
  "%201",
  "1%20",
  "9007199254740993",
  "9".repeat(400),
  "__proto__",
  "constructor",
  "[object%20Object]",
  "a%2Fb",
  "..%2f..",
  "%0d%0a",
  "%EF%BC%B5%EF%BC%B3",
  "%D9%A1",
  "null",
  "true",
  "*",
  "'%20OR%201=1--",
  "%3Cscript%3E",
];
const nasty: fc.Arbitrary<Piece> = fc.constantFrom(...NASTY).map((text) => ({ text, isValid: false }));
const anything: fc.Arbitrary<Piece> = fc
  .string({ unit: "binary", maxLength: 40 })
  .map((text) => ({ text: encodeURIComponent(text), isValid: null }));

const method = fc.oneof(
  { weight: 14, arbitrary: fc.constant("GET") },
  { weight: 2, arbitrary: fc.constant("HEAD") },
  { weight: 1, arbitrary: fc.constantFrom("OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND") },
);
const headers: fc.Arbitrary<Record<string, string>> = fc.constantFrom(
  {},
  {},
  {},
  { "accept-encoding": "br" },
  { "accept-encoding": "gzip, deflate, br" },
  { accept: "text/html" },
  { "if-none-match": "*" },
  { "if-none-match": 'W/"x", x' },
  { "if-modified-since": "Fri, 01 Jan 2038 00:00:00 GMT" },
  { "if-modified-since": "yesterday" },
  { range: "bytes=0-99" },
  { range: "bytes=9-1,-,x" },
  { origin: "null" },
  { cookie: "a=b; =; __proto__=1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { "next-action": "x" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  { authorization: "Basic eDp5" },
);

export function arbitraryCall(document: CallableDocument, existing: Existing): fc.Arbitrary<Call> {
  const calls = Object.entries(document.paths).map(([path, { get }]) => {
    const { parameters, "x-columns": columns } = get;
    return callOf(path, parameters, columns.length > 0 ? { ...existing, columns } : existing);
  });
  return fc.oneof({ weight: 12, arbitrary: fc.oneof(...calls) }, { weight: 1, arbitrary: unknownPath });
}

function callOf(path: string, parameters: readonly Parameter[], existing: Existing): fc.Arbitrary<Call> {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  return fc
    .record({
      method,
      headers,
      segments: fc.tuple(
        ...inPath.map((parameter) =>
          fc.record({ tame: validOf(parameter, existing), wild: pieceOf(parameter, existing) }),
        ),
      ),
      // Mostly valid, so that data is seen as often as refusals.
      isTame: fc.boolean(),
      values: fc.tuple(
        ...inQuery.map((parameter) =>
          fc.record({
            tame: parameter.required ? validOf(parameter, existing) : fc.option(validOf(parameter, existing)),
            wild: fc.option(pieceOf(parameter, existing)),
          }),
        ),
      ),
      extra: fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: extraPair }),
      order: fc.integer({ min: 0, max: 5 }),
    })
    .map((drawn) => {
      const pairs = inQuery.flatMap((parameter, at): { text: string | null; isValid: boolean | null }[] => {
        const piece = drawn.isTame ? drawn.values[at]?.tame : drawn.values[at]?.wild;
        if (piece) return [{ text: `${parameter.name}=${piece.text}`, isValid: piece.isValid }];
        return parameter.required ? [{ text: null, isValid: false }] : [];
      });
      if (drawn.extra) pairs.push(drawn.extra);
      const texts = pairs.flatMap(({ text }) => (text === null ? [] : [text]));
      const turned = [...texts.slice(drawn.order), ...texts.slice(0, drawn.order)];
      const segments = drawn.segments.map(({ tame, wild }) => (drawn.isTame ? tame : wild));
      const filled = inPath.reduce((all, { name }, at) => all.replace(`{${name}}`, segments[at]?.text ?? ""), path);
      const judged = [...pairs, ...segments].map(({ isValid }) => isValid);
      return {
        method: drawn.method,
        headers: drawn.headers,
        // An empty segment and dots lead to other paths; undecodable ones to none.
        path: segments.some(({ text }) => /^\.{0,2}$|^%$|%E0%A4%A$|%ED%A0|%C0%AF/.test(text)) ? "" : path,
        target: turned.length > 0 ? `${filled}?${turned.join("&")}` : filled,
        isValid: judged.includes(false) ? false : judged.includes(null) ? null : true,
      };
    });
}

const extraPair: fc.Arbitrary<{ text: string; isValid: false }> = fc
  .constantFrom("colour=red", "__proto__=1", "page[]=1", "a[b]=c", "=1", "constructor=1", "api_key=x", "%FF=1")
  .map((text) => ({ text, isValid: false }));

const unknownPath: fc.Arbitrary<Call> = fc
  .record({ method, rest: fc.array(fc.oneof(nasty, anything), { minLength: 1, maxLength: 3 }) })
  .map(({ method, rest }) => ({
    method,
    headers: {},
    path: "",
    isValid: false,
    target: `/api/nope/${rest.map(({ text }) => text).join("/")}`,
  }));

function takesNasty({ name, schema }: Parameter, text: string): boolean {
  if (name === "q") return !NO_WORDS.test(text);
  if (name === "price") return text === "1.5";
  return text === "0" && schema.type === "integer" && schema.minimum === 0;
}

/** Empty, a null byte, invalid UTF-8, or more characters than a search accepts. */
const NO_WORDS = /^$|^%00|^%$|^%E0%A4%A$|^%ED%A0|^%C0%AF|.{101}/;

function pieceOf(parameter: Parameter, existing: Existing): fc.Arbitrary<Piece> {
  const wrong = nasty.map(({ text }) => ({ text, isValid: takesNasty(parameter, text) }));
  return fc.oneof({ weight: 4, arbitrary: validOf(parameter, existing) }, { weight: 2, arbitrary: wrong }, anything);
}

/** Numbers up to here are drawn evenly; of larger ones only the largest. */
const FEW = 200;

function validOf({ name, schema }: Parameter, existing: Existing): fc.Arbitrary<Piece> {
  const known = existing[name];
  if (schema.items !== undefined) {
    const choices = known ?? Schema.parse(schema.items).enum;
    if (choices === undefined) throw new Error(`no values known for the list ${name}`);
    const { minItems: minLength = 1, maxItems: maxLength = 10 } = schema;
    return fc.array(fc.constantFrom(...choices), { minLength, maxLength }).map((items) => valid(items.join(",")));
  }
  if (known) return fc.constantFrom(...known).map(valid);
  if (schema.enum) return fc.constantFrom(...schema.enum).map(valid);
  const { minimum: min = 1, maximum: max = 1_000 } = schema;
  if (schema.type === "integer")
    return fc
      .oneof(fc.integer({ min, max: Math.min(max, FEW) }), fc.constantFrom(min, max))
      .map(String)
      .map(valid);
  throw new Error(`no values known for the parameter ${name}`);
}
