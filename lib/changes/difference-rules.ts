type Members = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Members that differ, of records in them likewise. A member that one side lacks is in the other alone. */
export function keepDifferences(before: Members, after: Members): { before: Members; after: Members } {
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, current] = [before[name], after[name]];
    if (JSON.stringify(old) === JSON.stringify(current)) continue;
    const inner = isRecord(old) && isRecord(current) ? keepDifferences(old, current) : { before: old, after: current };
    if (name in before) was[name] = inner.before;
    if (name in after) is[name] = inner.after;
  }
  return { before: was, after: is };
}
