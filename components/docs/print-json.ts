const INDENT = "  ";

/** Prints at most `maxItems` items of each list, and how many are left out. */
export function printShortened(value: unknown, maxItems = 1, depth = 0): string {
  const outer = INDENT.repeat(depth);
  const inner = INDENT.repeat(depth + 1);
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    if (value.every((item) => typeof item !== "object" || item === null) && value.length <= 6)
      return JSON.stringify(value);
    const items = value.slice(0, maxItems).map((item) => inner + printShortened(item, maxItems, depth + 1));
    const more = value.length - items.length;
    return `[\n${[...items, ...(more > 0 ? [`${inner}… ${more.toLocaleString("en")} more`] : [])].join(",\n")}\n${outer}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => `${inner}${JSON.stringify(name)}: ${printShortened(member, maxItems, depth + 1)}`,
    );
    return members.length > 0 ? `{\n${members.join(",\n")}\n${outer}}` : "{}";
  }
  return JSON.stringify(value);
}
