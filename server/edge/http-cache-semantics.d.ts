// The package has no types of its own.
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
