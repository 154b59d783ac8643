/** Kinds of a parameter in a path: `[slug]`, `[...slug]`, `[[...slug]]`, and those of intercepting routes. */
const PARAMETER_KIND = /^(?:oc|[cd](?:i(?:\(\.{1,3}\)|\(\.\.\)\(\.\.\)))?)$/;
const MARKERS: ReadonlySet<unknown> = new Set(["refetch", "inside-shared-layout", "metadata-only"]);

/** More than any path has; in some 1,500 Next's server runs out of stack. */
const MAX_DEPTH = 100;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isNone: Check = (value) => value === undefined || value === null;
const isTuple = (value: unknown, checks: readonly Check[]): boolean =>
  Array.isArray(value) && value.length <= checks.length && checks.every((isRight, at) => isRight(value[at]));

const isSegment: Check = (value) =>
  isText(value) ||
  isTuple(value, [
    isText,
    isText,
    (kind) => typeof kind === "string" && PARAMETER_KIND.test(kind),
    (siblings) => siblings === null || isTexts(siblings),
  ]);

/** Segment, states of what is below it by name, and what Next's client notes about a refresh. */
const isState = (value: unknown, depth = 0): boolean =>
  depth < MAX_DEPTH &&
  isTuple(value, [
    isSegment,
    (below) =>
      typeof below === "object" && below !== null && Object.values(below).every((one) => isState(one, depth + 1)),
    (refresh) => isNone(refresh) || isTuple(refresh, [isText, isText]),
    (marker) => isNone(marker) || MARKERS.has(marker),
    (hints) => isNone(hints) || typeof hints === "number",
    (last) => last === undefined || isText(last),
  ]);

/**
 * Tells whether a field Next-Router-State-Tree is one that Next's client sends and its server takes: pages of the staff ask
 * by it for what changes, and any other makes the server answer with 500.
 */
export function isRouterState(field: string): boolean {
  try {
    return isState(JSON.parse(decodeURIComponent(field)));
  } catch {
    return false;
  }
}
