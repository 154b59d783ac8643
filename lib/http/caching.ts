import { hash } from "node:crypto";
import fresh from "fresh";
import type { Version } from "@/lib/dataset/version";

/** The request fields that ask for an answer only if it is another one than the caller has; null without. */
export type Conditions = { ifNoneMatch: string | null; ifModifiedSince: string | null };

/** The conditions of a Request. */
export function readConditions({ headers }: Request): Conditions {
  return { ifNoneMatch: headers.get("if-none-match"), ifModifiedSince: headers.get("if-modified-since") };
}

/** Weak, because the encodings of one representation share it. `key` is what the answer depends on. */
export function etagOf(version: Version, key: string): string {
  const digest = hash("sha256", `${version.version}\n${version.publishedAt.getTime()}\n${key}`, "base64url");
  return `W/"${digest.slice(0, 22)}"`;
}

/** Caching fields of an answer; `key` is its path and canonical query. */
export function cacheHeaders(version: Version, key: string, maxAgeSeconds: number): Record<string, string> {
  return {
    "Cache-Control": `public, max-age=${maxAgeSeconds}, stale-while-revalidate=600`,
    "Last-Modified": version.publishedAt.toUTCString(),
    ETag: etagOf(version, key),
  };
}

/** Whether the caller has the current answer already (RFC 9110, 13.1): If-None-Match wins over If-Modified-Since. */
export function isFresh(conditions: Conditions, version: Version, key: string): boolean {
  if (conditions.ifNoneMatch === null && conditions.ifModifiedSince === null) return false;
  return hasSame(conditions, { etag: etagOf(version, key), "last-modified": version.publishedAt.toUTCString() });
}

/** The same for an answer that is at hand, by its fields in lower case. */
export function hasSame({ ifNoneMatch, ifModifiedSince }: Conditions, answer: fresh.Headers): boolean {
  return fresh(
    { "if-none-match": ifNoneMatch ?? undefined, "if-modified-since": ifModifiedSince ?? undefined },
    answer,
  );
}
