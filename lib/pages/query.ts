import type { ZodObject, z } from "zod";

/** What Next hands a page as its search parameters. */
export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A value in the address that could not be used, for the reader to see. */
export type RefusedParameter = { parameter: string; given: string };

/**
 * The search parameters of a page as the values of `schema`. A value that does not fit is left at its default and
 * named in `refused`; unknown parameters (campaign tags, for example) are ignored and empty ones count as absent, as
 * plain forms send them.
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

/** The address of the same page with some parameters changed; undefined takes one away. Sorted, so it is stable. */
export function toHref(
  path: string,
  params: Readonly<Record<string, string | number | undefined>>,
  anchor = "",
): string {
  const pairs = Object.entries(params)
    .filter((pair): pair is [string, string | number] => pair[1] !== undefined && pair[1] !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  return `${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}${anchor}`;
}
