import { hash } from "node:crypto";
import type { Version } from "@/lib/dataset/version";

/** The request fields that ask for an answer only if it is another one than the caller has; null without. */
export type Conditions = { ifNoneMatch: string | null; ifModifiedSince: string | null };

/** Which bytes an answer is: its own tag, and those of its other representations, that a caller may hold as well. */
export type Tags = { etag: string; others: readonly string[] };

/** The conditions of a Request. */
export function readConditions({ headers }: Request): Conditions {
  return { ifNoneMatch: headers.get("if-none-match"), ifModifiedSince: headers.get("if-modified-since") };
}

/** The opaque part of a tag of something that a dataset version and `key` decide. */
export function toTag(version: Version, key: string): string {
  const digest = hash("sha256", `${version.version}\n${version.publishedAt.getTime()}\n${key}`, "base64url");
  return `"${digest.slice(0, 22)}"`;
}

/** Weak, because the encodings of one representation share it. */
export function toWeakTags(version: Version, key: string): Tags {
  return { etag: `W/${toTag(version, key)}`, others: [] };
}

/**
 * Caching headers of an answer with an entity tag. `private`, which is the default, are answers that carry their caller's
 * own headers, above all what is left of the limit: docs/decisions/2026-11-22-limited-answers-are-private.md says why.
 */
export function cacheHeaders(
  version: Version,
  etag: string,
  { scope = "private", maxAgeSeconds }: { scope?: "private" | "public"; maxAgeSeconds: number },
): Record<string, string> {
  return {
    "Cache-Control": `${scope}, max-age=${maxAgeSeconds}, stale-while-revalidate=600`,
    "Last-Modified": version.publishedAt.toUTCString(),
    ETag: etag,
  };
}

/** Tells whether a request is conditional: an answer is wanted only if it differs from the caller's copy. */
export function isConditional({ ifNoneMatch, ifModifiedSince }: Conditions): boolean {
  return ifNoneMatch !== null || ifModifiedSince !== null;
}

/** Whether the caller has the current answer already. */
export function isFresh(conditions: Conditions, version: Version, key: string): boolean {
  if (!isConditional(conditions)) return false;
  return findFresh(conditions, version.publishedAt, toWeakTags(version, key)) !== null;
}

/**
 * The tag that a 304 confirms (RFC 9110, 13.1), null when the caller lacks the current answer: If-None-Match wins
 * over If-Modified-Since, and compares weakly.
 */
export function findFresh(
  { ifNoneMatch, ifModifiedSince }: Conditions,
  lastModified: Date,
  { etag, others }: Tags,
): string | null {
  if (ifNoneMatch === null) {
    const since = Date.parse(ifModifiedSince ?? "");
    return Math.floor(lastModified.getTime() / 1000) * 1000 <= since ? etag : null;
  }
  const held = ifNoneMatch.split(",").map((tag) => toOpaque(tag.trim()));
  if (held.includes("*")) return etag;
  return [etag, ...others].find((tag) => held.includes(toOpaque(tag))) ?? null;
}

const toOpaque = (tag: string) => tag.replace(/^W\//, "");
