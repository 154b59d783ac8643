import type { ZodObject, ZodType, z } from "zod";
import type { JsonText } from "@/lib/contract/json-text";
import type { Version } from "@/lib/dataset/version";
import type { ProblemReply } from "./problem";

/** What an endpoint promises: validation, types, OpenAPI, documentation and tests come from this value. */
export type Endpoint<P extends ZodObject = ZodObject, Q extends ZodObject = ZodObject, R extends ZodType = ZodType> = {
  /** OpenAPI notation, such as `/api/services/{slug}`. */
  path: string;
  operationId: string;
  summary: string;
  description: string;
  params: P;
  query: Q;
  response: R;
  /** Turns other accepted spellings of a query (without "?") into the one that `query` describes. */
  respell?: (search: string) => string;
  /** A representation that is no JSON, where there is one. */
  textResponse?: { contentType: string; description: string };
  /** Path and query of a call that is worth showing; its real answer is the documented example. */
  example: string;
  maxAgeSeconds: number;
};

export function defineEndpoint<P extends ZodObject, Q extends ZodObject, R extends ZodType>(
  endpoint: Endpoint<P, Q, R>,
): Endpoint<P, Q, R> {
  return endpoint;
}

/** A handler's data of one dataset version, as it is or as JSON already; `total` on lists that have pages. */
export type Reply<T> = { version: Version; data: T | JsonText<T>; total?: number };

/** A body that is sent piece by piece, such as an export. */
export class StreamReply {
  constructor(
    readonly version: Version,
    readonly contentType: string,
    readonly fileName: string,
    readonly body: ReadableStream<Uint8Array>,
  ) {}
}

/** One of a file's representations, all of whose bytes are named by `etag`, which is strong. */
export type Variant = { path: string; etag: string };

/** A variant in a content coding (RFC 9110, 8.4.1). */
export type CodedVariant = Variant & { encoding: "br" | "gzip" };

/** A body that lies ready on the disk, with those of its compressed variants that are there already. */
export class FileReply {
  constructor(
    readonly version: Version,
    readonly contentType: string,
    readonly fileName: string,
    readonly identity: Variant,
    readonly compressed: readonly CodedVariant[],
  ) {}
}

type DataOf<R extends ZodType> = z.infer<R> extends { data: infer T } ? T : never;

export type Handler<P extends ZodObject, Q extends ZodObject, R extends ZodType> = (
  input: z.infer<P> & z.infer<Q>,
) => Promise<Reply<DataOf<R>> | StreamReply | FileReply | ProblemReply>;
