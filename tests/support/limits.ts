import { get, type Reply } from "./api";

/** Sends `count` requests at once, to the servers in turn. */
export function flood(bases: string[], count: number, path: string, headers: (at: number) => Record<string, string>) {
  return Promise.all(
    Array.from({ length: count }, (_, at) => get(path, { base: bases[at % bases.length] ?? "", headers: headers(at) })),
  );
}

/** Answers that were not refused. */
export function admitted(replies: Reply[]): Reply[] {
  return replies.filter(({ status }) => status !== 429);
}

/** Remaining requests by each answer, most first. */
export function remaining(replies: Reply[]): number[] {
  return replies.map(({ headers }) => Number(headers.get("x-ratelimit-remaining"))).sort((a, b) => b - a);
}

/** Returns count - 1 down to 0. */
export function countdown(count: number): number[] {
  return Array.from({ length: count }, (_, at) => count - 1 - at);
}
