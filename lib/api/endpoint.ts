import type { ZodObject, ZodType, z } from "zod";
import type { JsonText } from "@/lib/contract/json-text";
import type { Version } from "@/lib/versions/current";
import type { Problem } from "./problem";
import type { RequestContext } from "./request-context";

export type Address<P extends ZodObject = ZodObject, Q extends ZodObject = ZodObject> = {
  /** OpenAPI notation, such as `/api/services/{slug}`. */
  path: string;
  params: P;
  query: Q;
  /** Turns other accepted spellings of a query (without "?") into the one that `query` describes. */
  respell?: (search: string) => string;
  /** Seconds; 0 where the answer is not made from the dataset and never stored. */
  maxAgeSeconds: number;
  scope?: "public";
  /** Its figures are made of prices that it does not show: every source is credited. */
  isOfAllSources?: true;
  /** Changes without a publish, so it is never cached. */
  isLive?: true;
  /** Requests that count against no limit; by default each counts, except a 304. */
  unlimited?: "all" | "good";
};

/** Contract of an endpoint: the source of its validation, types, OpenAPI, documentation and tests. */
export type Endpoint<
  P extends ZodObject = ZodObject,
  Q extends ZodObject = ZodObject,
  R extends ZodType = ZodType,
> = Address<P, Q> & {
  operationId: string;
  summary: string;
  description: string;
  response: R;
  rows?: RowForm<DataOf<R>>;
  /** Of an answer that is a file, the media types beside JSON, described. */
  fileTypes?: Readonly<Record<string, string>>;
  /** Path and query; the real answer is the documented example. */
  example: string;
};

/** Contract of an endpoint that is not made from the records: about the service, or what takes something. */
export type ServiceEndpoint<P extends ZodObject = ZodObject, Q extends ZodObject = ZodObject> = Address<P, Q> & {
  get: ServiceOperation;
  post?: ServiceOperation;
};

export type ServiceOperation = {
  operationId: string;
  summary: string;
  description: string;
  /** Answered to callers with a key alone. */
  needsKey?: true;
  /** Media type that is posted. */
  takes?: string;
  /** By status. */
  answers: Readonly<Record<number, { description: string; schema: ZodType }>>;
  /** Statuses of problems beside those that every endpoint has. */
  problems?: readonly number[];
};

export type RowForm<T> = {
  name: string;
  columns: ZodObject;
  toRows(data: T): readonly object[];
};

export function defineEndpoint<P extends ZodObject, Q extends ZodObject, R extends ZodType>(
  endpoint: Endpoint<P, Q, R>,
): Endpoint<P, Q, R> {
  return endpoint;
}

export function defineService<P extends ZodObject, Q extends ZodObject>(
  endpoint: ServiceEndpoint<P, Q>,
): ServiceEndpoint<P, Q> {
  return endpoint;
}

/**
 * `isGuess`: nothing has the words of `q`, and the data are of names spelled like it. `unrated`: currencies that an answer of
 * rates leaves out.
 */
export type Reply<T> = {
  data: T | JsonText<T>;
  total?: number;
  isGuess?: boolean;
  unrated?: readonly string[];
};

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

/** JSON of an answer that is not made from the dataset. */
export const toDataReply = (data: object, status = 200) =>
  new BodyReply("application/json; charset=utf-8", JSON.stringify({ data }), { status });

/** File in one content coding (RFC 9110, 8.4.1); `etag` is strong. */
export type CodedVariant = { path: string; etag: string; encoding: "br" | "gzip" };

export class FileReply {
  constructor(
    readonly contentType: string,
    readonly fileName: string,
    readonly identity: Pick<CodedVariant, "path" | "etag">,
    readonly compressed: readonly CodedVariant[],
    /** Canonical path and query (RFC 6596), where it has several. */
    readonly canonical?: string,
  ) {}
}

export type DataOf<R> = R extends ZodType ? (z.infer<R> extends { data: infer T } ? T : never) : never;

type Input<P extends ZodObject, Q extends ZodObject> = z.infer<P> & z.infer<Q>;

export type Find<P extends ZodObject, Q extends ZodObject, R = never> = (
  version: Version,
  input: Input<P, Q>,
) => Promise<Reply<DataOf<R>> | BodyReply | FileReply | Problem>;

export type Handler<P extends ZodObject, Q extends ZodObject> = (
  input: Input<P, Q>,
  call: { request: Request; context: RequestContext },
) => Promise<BodyReply | Problem>;
