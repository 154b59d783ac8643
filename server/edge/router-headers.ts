import type { IncomingMessage } from "node:http";
import { z } from "zod";

const STATE_TREE = "next-router-state-tree";

const Segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.string().regex(/^(?:c|oc|d|(?:c|d)i(?:\(\.{1,3}\)|\(\.\.\)\(\.\.\)))$/),
    z.array(z.string()).nullable(),
  ]),
]);
/** State of Next's router in a browser. */
const StateTree = z.tuple([
  Segment,
  z.record(
    z.string(),
    z.lazy((): z.ZodType => StateTree),
  ),
  z.tuple([z.string(), z.string()]).nullish(),
  z.enum(["refetch", "inside-shared-layout", "metadata-only"]).nullish(),
  z.number().nullish(),
  z.string().optional(),
]);

/**
 * Removes the headers of Next's router when they cannot come from it: Next fails on them, and without them the whole page
 * is the answer.
 */
export function dropOddRouterHeaders({ headers }: IncomingMessage): void {
  const tree = headers[STATE_TREE];
  if (tree === undefined || isStateTree(String(tree))) return;
  for (const name of Object.keys(headers)) if (/^(?:rsc$|next-router-|next-url$)/.test(name)) delete headers[name];
}

function isStateTree(text: string): boolean {
  try {
    return StateTree.safeParse(JSON.parse(decodeURIComponent(text))).success;
  } catch {
    return false;
  }
}
