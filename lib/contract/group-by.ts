/** Groups values in their order. Node 20 only: it has no Map.groupBy. */
export function groupBy<Value>(values: Iterable<Value>, key: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const name = key(value);
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}
