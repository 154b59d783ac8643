import { type ZodObject, type ZodType, z } from "zod";
import { lookups, OUT_OF_RANGE, REQUIRED, ranges, SKIP } from "@/lib/contract/inputs";
import type { Catalogue } from "@/lib/dataset/data";
import { suggest, suggestCountry, suggestParameter, suggestValue, suggestVersion } from "@/lib/text/suggest";
import type { ParameterFault, Problem } from "./problem";

export type KnownNames = {
  products: readonly string[];
  categories: readonly string[];
  vendors: readonly string[];
  currencies: readonly string[];
  versions: readonly string[];
};

/** Addresses are logged and passed on, which would publish the key. */
const KEY_IN_URL = "is never accepted in an address; send your key in the header x-api-key";

/** False where a path names an unknown product or country: its answer is never 304. */
export function hasKnownPath(
  { slug, code }: Readonly<Partial<Record<string, string>>>,
  names: Pick<Catalogue, "products" | "countries">,
): boolean {
  if (slug !== undefined) return names.products.includes(slug.toLowerCase());
  return code === undefined || names.countries.includes(code.toUpperCase());
}

/** Limits the faults of one answer, in all and per parameter, so that it cannot grow with the request. */
const MAX_FAULTS = 50;
export const MAX_FAULTS_OF_ONE = 25;
/** Refuses a longer list without looking at its items. */
const MAX_ITEMS = 1_000;
const CLIPPED_CHARS = 200;

const FAULTY = Symbol("faulty");

/** Matches the default of most servers. Twenty products and fifty countries take a fifth. */
const MAX_TARGET_CHARS = 8_192;
const MAX_PARAMETERS = 200;

export function findExcess(target: string): string | null {
  if (target.length > MAX_TARGET_CHARS) return `The address is longer than ${MAX_TARGET_CHARS} characters.`;
  let parameters = 1;
  for (let at = target.indexOf("&"); at !== -1; at = target.indexOf("&", at + 1)) parameters++;
  return parameters > MAX_PARAMETERS ? `The address has more than ${MAX_PARAMETERS} parameters.` : null;
}

const PAGING = ["page", "page_size"] as const;

const SPELLINGS: Readonly<Record<string, string>> = {
  product: "products",
  products: "product",
  country: "countries",
  countries: "country",
};

/** Singular and plural mean the same on every address, whichever of them its parameter is. */
export const respellNames = (search: string, names: Readonly<Record<string, unknown>>): string =>
  search.replace(/(^|&)(products?|country|countries)(?==|&|$)/g, (pair, start: string, name: string) => {
    const other = SPELLINGS[name] ?? "";
    return !(name in names) && other in names ? start + other : pair;
  });

type Parsed<T> = { ok: true; value: T; canonical: string } | { ok: false; errors: ParameterFault[] };

/**
 * Returns the values of `schema`, or all faults (at most 50). `canonical` is the same for every spelling of a query:
 * sorted, without defaults.
 */
export function parseQuery<S extends ZodObject>(
  search: string,
  schema: S,
  catalogue: KnownNames | null,
): Parsed<z.infer<S>> {
  return readQuery(search, schema, catalogue, true);
}

export function parseQuietly<S extends ZodObject>(
  search: string,
  schema: S,
  catalogue: KnownNames | null,
): Parsed<z.infer<S>> {
  return readQuery(search, schema, catalogue, false);
}

function readQuery<S extends ZodObject>(
  search: string,
  schema: S,
  catalogue: KnownNames | null,
  explains: boolean,
): Parsed<z.infer<S>> {
  const fields = Object.entries(schema.shape) as [string, ZodType][];
  const lists = fields.filter(([, field]) => core(field) instanceof z.ZodArray).map(([name]) => name);
  const { given, errors } = readPairs(
    respellNames(search, schema.shape),
    Object.keys(schema.shape),
    lists,
    explains ? MAX_FAULTS : 1,
  );
  if (!explains && errors.length > 0) return { ok: false, errors };
  const values: Record<string, unknown> = {};
  const canonical: string[] = [];
  const skipsProducts = "missing" in schema.shape && given.get("missing")?.toLowerCase() === SKIP;
  // Rows without a page are all rows, so that their default size is not that of JSON.
  const isPageOfRows = /^(?:csv|ndjson)$/i.test(given.get("format") ?? "") && PAGING.some((name) => given.has(name));
  for (const [name, field] of fields) {
    const raw = given.get(name);
    if (raw === undefined && field.safeParse(undefined).success === false) {
      if (!errors.some((error) => error.parameter === name))
        errors.push({ parameter: name, code: "required", detail: "is required" });
      continue;
    }
    if (raw !== undefined && countItems(raw) > MAX_ITEMS && core(field) instanceof z.ZodArray) {
      errors.push({ parameter: name, code: "too_many", detail: `has more than ${MAX_ITEMS} items` });
      continue;
    }
    const result = field.safeParse(raw === undefined ? undefined : toInput(raw, field));
    if (!explains && !result.success) return { ok: false, errors };
    const faults = result.success
      ? findUnknown(name, result.data, field, catalogue).filter(() => !(skipsProducts && isOfProducts(field)))
      : explain(name, raw ?? "", field, result.error);
    errors.push(...faults);
    if (!result.success || faults.length > 0) continue;
    values[name] = result.data;
    const isDefault = result.data === undefined || result.data === field.safeParse(undefined).data;
    if (!isDefault || (isPageOfRows && name === "page_size"))
      canonical.push(`${name}=${encodeURIComponent(String(result.data)).replaceAll("%2C", ",")}`);
  }
  const faulty = new Set(errors.map(({ parameter }) => parameter));
  const whole = schema.safeParse({ ...values, ...Object.fromEntries([...faulty].map((name) => [name, FAULTY])) });
  if (whole.success && errors.length === 0)
    return { ok: true, value: whole.data, canonical: canonical.sort().join("&") };
  const conflicts = (whole.error?.issues ?? [])
    .map((issue): ParameterFault => ({ parameter: issue.path.join(","), code: codeOf(issue), detail: issue.message }))
    .filter(({ parameter }) => !faulty.has(parameter));
  return { ok: false, errors: [...errors, ...conflicts].slice(0, MAX_FAULTS) };
}

function codeOf(issue: z.core.$ZodIssue): ParameterFault["code"] {
  const code: unknown = issue.code === "custom" ? issue.params?.code : null;
  return code === REQUIRED.code || code === OUT_OF_RANGE.code ? code : "conflict";
}

export function findKeyInUrl(url: string): Problem | null {
  const names = [...new URL(url).searchParams.keys()].filter(isKeyName);
  if (names.length === 0) return null;
  return toBadQuery(
    [...new Set(names)].map((name) => ({ parameter: clip(name), code: "key_in_address", detail: KEY_IN_URL })),
  );
}

export function toBadQuery(errors: ParameterFault[]): Problem {
  const names = [...new Set(errors.map(({ parameter }) => parameter || "a value without a name"))].join(", ");
  return { kind: "bad-parameter", detail: `Not accepted: ${names}. See errors for each.`, errors };
}

function isKeyName(name: string): boolean {
  return /^(x[-_]?)?api[-_]?key$/i.test(name);
}

/**
 * Reports each pair that is not the only value of a known name. Stops at `maxFaults`, because suggesting similar
 * names is slow.
 */
function readPairs(search: string, names: string[], lists: string[], maxFaults: number) {
  const given = new Map<string, string>();
  const seen = new Set<string>();
  const errors: ParameterFault[] = [];
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    if (errors.length >= maxFaults) break;
    const [rawName = "", ...rest] = pair.split("=");
    const name = decode(rawName);
    const value = decode(rest.join("="));
    if (name === null || value === null) {
      errors.push({
        parameter: name ?? clip(rawName),
        code: "undecodable",
        detail: "is not valid percent-encoded UTF-8",
      });
    } else if (!names.includes(name)) {
      if (seen.has(name)) continue;
      errors.push(
        isKeyName(name)
          ? { parameter: clip(name), code: "key_in_address", detail: KEY_IN_URL }
          : {
              parameter: clip(name),
              code: "unknown_parameter",
              detail: "is no parameter of this endpoint",
              ...nameHint(name, names),
            },
      );
    } else if (seen.has(name) && !lists.includes(name)) {
      if (errors.every((error) => error.parameter !== name))
        errors.push({ parameter: name, code: "repeated", detail: "is given twice" });
    } else if (value.trim() === "") {
      errors.push({ parameter: name, code: "empty", detail: "is empty; leave it out instead" });
    } else {
      const before = given.get(name);
      given.set(name, before === undefined ? value : `${before},${value}`);
    }
    if (name !== null) seen.add(name);
    if (value === null && name !== null) given.delete(name);
  }
  const faulty = new Set(errors.map((error) => error.parameter));
  for (const name of faulty) given.delete(name);
  return { given, errors };
}

/** Tells whether the percent-encoding is UTF-8. */
export function isDecodable(path: string): boolean {
  return decode(path) !== null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

function nameHint(name: string, names: string[]) {
  const suggestion = suggestParameter(name, names);
  return { ...(names.length > 0 && { allowed: names }), ...(suggestion && { suggestion }) };
}

function core(field: ZodType): ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return core(field.unwrap() as ZodType);
  return field;
}

function toInput(raw: string, field: ZodType): unknown {
  const type = core(field);
  if (type instanceof z.ZodNumber) return /^(0|[1-9]\d{0,14})$/.test(raw) ? Number(raw) : raw;
  if (type instanceof z.ZodArray) return raw.split(",").map((item) => toInput(item, type.element as ZodType));
  if (type instanceof z.ZodEnum) return /^[\w -]+$/.test(raw) ? raw.toLowerCase().replaceAll(" ", "-") : raw;
  return raw;
}

function explain(name: string, raw: string, field: ZodType, error: z.ZodError): ParameterFault[] {
  const type = core(field);
  if (type instanceof z.ZodArray) {
    const element = type.element as ZodType;
    const items = raw.split(",");
    const bad: ParameterFault[] = [];
    for (const item of items) {
      const result = element.safeParse(toInput(item, element));
      if (!result.success) bad.push(allowOnce(explainValue(name, item, element, result.error), bad.length));
      // Each value is compared with every known name, so stop at the number shown.
      if (bad.length === MAX_FAULTS_OF_ONE) break;
    }
    return bad.length > 0 ? bad : [{ parameter: name, code: "too_many", detail: detailOf(error) }];
  }
  return [explainValue(name, raw, type, error)];
}

/** A long list of values is told with the first fault alone, so that an answer does not grow with the request. */
export function allowOnce({ allowed, ...fault }: ParameterFault, at: number): ParameterFault {
  const isLong = allowed !== undefined && allowed.length > MAX_FAULTS_OF_ONE;
  return at > 0 && isLong ? fault : { ...fault, ...(allowed && { allowed }) };
}

function explainValue(name: string, raw: string, type: ZodType, error: z.ZodError): ParameterFault {
  if (type instanceof z.ZodNumber) {
    const { minValue, maxValue } = type;
    const range = ranges.get(type)?.words ?? `from ${minValue} to ${maxValue}`;
    return {
      parameter: name,
      code: /^-?(?:0|[1-9]\d*)$/.test(raw) ? OUT_OF_RANGE.code : "malformed",
      detail: `must be a whole number ${range}; got ${quote(raw)}`,
    };
  }
  if (type instanceof z.ZodEnum) {
    return refuseValue(name, raw, type.options.map(String));
  }
  const suggestion = lookups.get(type)?.in === "countries" ? suggestCountry(raw) : undefined;
  const detail = `${quote(raw)} ${detailOf(error)}`;
  const [issue] = error.issues;
  const isBeyond = issue !== undefined && codeOf(issue) === OUT_OF_RANGE.code;
  return {
    parameter: name,
    code: isBeyond ? OUT_OF_RANGE.code : "malformed",
    detail,
    ...(suggestion && { suggestion }),
  };
}

export function refuseValue(parameter: string, raw: string, allowed: string[]): ParameterFault {
  const suggestion = suggestValue(raw, allowed);
  return {
    parameter,
    code: "not_allowed",
    detail: `${quote(raw)} is not one of the accepted values`,
    allowed,
    ...(suggestion && { suggestion }),
  };
}

const ABSENT: Partial<Record<keyof KnownNames, string>> = {
  versions: "was never published",
  currencies: "has no exchange rate of the rate day of this dataset; /api/rates lists those that have",
};

function findUnknown(name: string, value: unknown, field: ZodType, catalogue: KnownNames | null): ParameterFault[] {
  const type = core(field);
  const element = type instanceof z.ZodArray ? (type.element as ZodType) : type;
  const { in: place, also } = lookups.get(element) ?? {};
  if (catalogue === null || value === undefined || place === undefined || place === "countries") return [];
  const existing = catalogue[place];
  const values = (Array.isArray(value) ? value : [value]).map(String);
  return values
    .filter((item) => item !== also && !existing.includes(item))
    .slice(0, MAX_FAULTS_OF_ONE)
    .map((item): ParameterFault => {
      const suggestion = place === "versions" ? suggestVersion(item, existing) : suggest(item, existing)[0];
      return {
        parameter: name,
        code: "not_in_dataset",
        detail: `${quote(item)} ${ABSENT[place] ?? "is not in this dataset"}`,
        ...(place === "categories" && { allowed: [...existing] }),
        ...(suggestion && { suggestion }),
      };
    });
}

function isOfProducts(field: ZodType): boolean {
  const type = core(field);
  return lookups.get(type instanceof z.ZodArray ? (type.element as ZodType) : type)?.in === "products";
}

function countItems(list: string): number {
  let items = 1;
  for (let at = list.indexOf(","); at !== -1; at = list.indexOf(",", at + 1)) items++;
  return items;
}

function detailOf(error: z.ZodError): string {
  return error.issues[0]?.message ?? "is not accepted";
}

function clip(text: string): string {
  const clean = Array.from(text.slice(0, CLIPPED_CHARS), (char) => (/\p{C}/u.test(char) ? "\uFFFD" : char));
  return clean.length > 60 ? `${clean.slice(0, 60).join("")}…` : clean.join("");
}

function quote(text: string): string {
  return `"${clip(text)}"`;
}
