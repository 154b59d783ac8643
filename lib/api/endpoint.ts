import type { ZodObject, ZodType, z } from "zod";
import type { JsonText } from "@/lib/contract/json-text";
import type { Version } from "@/lib/versions/current";
import type { Problem } from "./problem";
import type { RequestContext } from "./request-context";

/** Address that is answered, and the parameters it takes. */
export type Address<P extends ZodObject = ZodObject, Q extends ZodObject = ZodObject> = {
  /** OpenAPI notation, such as `/api/services/{slug}`. */
  path: string;
  params: P;
  query: Q;
  /** Turns other accepted spellings of a query (without "?") into the one that `query` describes. */
  respell?: (search: string) => string;
  /** Seconds for which an answer may be reused; 0 where it is not made from the dataset, and never stored. */
  maxAgeSeconds: number;
  /** Caches that may store an answer: the caller's own by default, shared ones where it names no limit. */
  scope?: "public";
  /** The answer changes without a publish, so that it is made for each caller. */
  isLive?: true;
  /** Requests that count against no limit; by default each counts, but for a 304. */
  unlimited?: "all" | "good";
};

/** Contract of an endpoint: validation, types, OpenAPI, documentation and tests come from this value. */
export type Endpoint<
  P extends ZodObject = ZodObject,
  Q extends ZodObject = ZodObject,
  R extends ZodType = ZodType,
> = Address<P, Q> & {
  operationId: string;
  summary: string;
  description: string;
  response: R;
  /** Flat rows of a list; see defineList. */
  rows?: RowForm<DataOf<R>>;
  /** A file that is no JSON, where there is one. */
  textResponse?: { contentType: string; description: string };
  /** Path and query of a call that is worth showing; its real answer is the documented example. */
  example: string;
};

/** Data of a list as flat rows, for CSV and newline-delimited JSON. */
export type RowForm<T> = {
  /** Name of the file: `prices`. */
  name: string;
  /** Columns in order. */
  columns: ZodObject;
  toRows(data: T): readonly object[];
};

export function defineEndpoint<P extends ZodObject, Q extends ZodObject, R extends ZodType>(
  endpoint: Endpoint<P, Q, R>,
): Endpoint<P, Q, R> {
  return endpoint;
}

/** Data, as values or as JSON text; `total` on lists that have pages. */
export type Reply<T> = { data: T | JsonText<T>; total?: number };

/** Body that is sent as it is: a document, a feed or a CSV file, whole or piece by piece. */
export class BodyReply {
  constructor(
    readonly contentType: string,
    readonly body: string | Uint8Array | ReadableStream<Uint8Array>,
    readonly options: {
      fileName?: string;
      status?: number;
      headers?: Record<string, string>;
      canonical?: string | undefined;
    } = {},
  ) {}
}

/** Representation of a file in a content coding (RFC 9110, 8.4.1), all of whose bytes are named by the strong `etag`. */
export type CodedVariant = { path: string; etag: string; encoding: "br" | "gzip" };

/** Body that is a file, with those of its compressed variants that exist already. */
export class FileReply {
  constructor(
    readonly contentType: string,
    readonly fileName: string,
    readonly identity: Pick<CodedVariant, "path" | "etag">,
    readonly compressed: readonly CodedVariant[],
    /** Path and query of its canonical address (RFC 6596), where it has several. */
    readonly canonical?: string,
  ) {}
}

/** Member `data` of an answer. */
export type DataOf<R> = R extends ZodType ? (z.infer<R> extends { data: infer T } ? T : never) : never;

type Input<P extends ZodObject, Q extends ZodObject> = z.infer<P> & z.infer<Q>;

/** Finds the answer to a call that was admitted and whose parameters are right, in one dataset version. */
export type Find<P extends ZodObject, Q extends ZodObject, R = never> = (
  version: Version,
  input: Input<P, Q>,
) => Promise<Reply<DataOf<R>> | BodyReply | FileReply | Problem>;

/** Makes the answer to a call about the service itself, which no dataset version has a part in. */
export type Handler<P extends ZodObject, Q extends ZodObject> = (
  input: Input<P, Q>,
  call: { request: Request; context: RequestContext },
) => Promise<BodyReply | Problem>;
