import { get, type Reply } from "./api";

export function flood(bases: string[], count: number, path: string, headers: (at: number) => Record<string, string>) {
  return Promise.all(
    Array.from({ length: count }, (_, at) => get(path, { base: bases[at % bases.length] ?? "", headers: headers(at) })),
  );
}

export function admitted(replies: Reply[]): Reply[] {
  return replies.filter(({ status }) => status !== 429);
}

export function remaining(replies: Reply[]): number[] {
  return replies.map(({ headers }) => Number(headers.get("x-ratelimit-remaining"))).sort((a, b) => b - a);
}

export function countdown(count: number): number[] {
  return Array.from({ length: count }, (_, at) => count - 1 - at);
}
