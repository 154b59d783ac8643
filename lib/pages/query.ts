import type { ZodObject, z } from "zod";

export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

export type RefusedParameter = { parameter: string; given: string };

/**
 * An invalid value gets its default and is listed in `refused`; empty ones count as absent, because plain forms send
 * them.
 */
export function readPageQuery<S extends ZodObject>(
  params: SearchParams,
  schema: S,
): { query: z.infer<S>; refused: RefusedParameter[] } {
  const values: Record<string, string> = {};
  const refused: RefusedParameter[] = [];
  for (const [parameter, field] of Object.entries(schema.shape)) {
    const given = params[parameter];
    const text = typeof given === "string" ? given : given?.at(-1);
    if (text === undefined || text.trim() === "") continue;
    if (field.safeParse(text.trim()).success) values[parameter] = text.trim();
    else refused.push({ parameter, given: text.slice(0, 60) });
  }
  return { query: schema.parse(values), refused };
}

/** Undefined removes a parameter. Sorted, so that equal pages have equal addresses. */
export function toHref(
  path: string,
  params: Readonly<Record<string, string | number | undefined>>,
  anchor = "",
): string {
  let search = "";
  for (const name of Object.keys(params).sort()) {
    const value = params[name];
    if (value === undefined || value === "") continue;
    search += `${search === "" ? "?" : "&"}${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`;
  }
  return `${path}${search}${anchor}`;
}

export function toCsvHref(api: string): string {
  const [path = "", search = ""] = api.split("?");
  const { page: _, page_size: __, ...params } = Object.fromEntries(new URLSearchParams(search));
  return toHref(path, { ...params, format: "csv" });
}
