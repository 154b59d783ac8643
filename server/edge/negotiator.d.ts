// The published types are of a version without `preferred`.
declare module "negotiator" {
  import type { IncomingHttpHeaders } from "node:http";

  export default class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    encoding(available: readonly string[], options?: { preferred: readonly string[] }): string | undefined;
  }
}
