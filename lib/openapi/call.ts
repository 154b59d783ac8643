/** Puts values into the path or the query; leaves out empty and unknown ones. Null while a path value is missing. */
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
