import type { Response } from "light-my-request";
import { withoutFrameworkScripts } from "./framework-scripts";
import { withStableHead } from "./stable-head";
import { withStableIds } from "./stable-ids";

export type HeaderList = [name: string, value: number | string | string[]][];

/** Of one message on one connection. */
const NOT_TAKEN_OVER = new Set(["transfer-encoding", "connection"]);

/** The fields of an answer that Next made, for another one that takes its place. */
export function headersOf({ raw: { res } }: Response): HeaderList {
  return res.getHeaderNames().flatMap((name): HeaderList => {
    const value = res.getHeader(name);
    return value === undefined || NOT_TAKEN_OVER.has(name) ? [] : [[name, value]];
  });
}

/** A public page as it is sent, from what Next made: without its scripts, and the same bytes for the same data. */
export function toPublicPage(html: string): string {
  return withStableHead(withStableIds(withoutFrameworkScripts(html)));
}
