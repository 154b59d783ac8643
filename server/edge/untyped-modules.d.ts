// Modules without types of their own, or with types that do not fit.

declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  // The published types want Express; the middleware itself needs node:http alone.
  export default function compression(): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

declare module "fresh" {
  type Headers = Record<string, string | undefined>;

  export default function fresh(request: Headers, response: Headers): boolean;
}

declare module "http-cache-semantics" {
  type Headers = Record<string, string>;

  export default class CachePolicy {
    constructor(
      request: { url: string; method: string; headers: Headers },
      response: { status: number; headers: Headers },
      options: { shared: boolean },
    );
    storable(): boolean;
  }
}

declare module "negotiator" {
  import type { IncomingHttpHeaders } from "node:http";

  // The published types are of a version without `preferred`.
  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    encoding(available: readonly string[], options?: { preferred: readonly string[] }): string | undefined;
    languages(): string[];
    mediaType(available: readonly string[]): string | undefined;
  }
}
