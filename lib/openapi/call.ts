/**
 * Path and query of a call: values go to their place in the path (`{slug}`) or, for the names of `queryNames`, to the
 * query; empty and unknown ones are left out. Null while a value of the path is missing.
 */
export function toCallPath(
  path: string,
  queryNames: readonly string[],
  values: Readonly<Record<string, string>>,
): string | null {
  const missing = [...path.matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => !values[name]?.trim());
  if (missing) return null;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]?.trim() ?? ""));
  const pairs = queryNames.flatMap((name) => {
    const value = values[name]?.trim();
    return value ? [`${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`] : [];
  });
  return pairs.length > 0 ? `${filled}?${pairs.join("&")}` : filled;
}
