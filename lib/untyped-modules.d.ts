// Modules without types, or with wrong ones.

declare module "fresh" {
  type Headers = Record<string, string | undefined>;

  export default function fresh(request: Headers, response: Headers): boolean;
}

declare module "negotiator" {
  import type { IncomingHttpHeaders } from "node:http";

  // The published types lack `preferred`.
  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    encoding(available: readonly string[], options?: { preferred: readonly string[] }): string | undefined;
    languages(): string[];
    mediaType(available: readonly string[]): string | undefined;
  }
}
