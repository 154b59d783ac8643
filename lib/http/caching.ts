import { createHash } from "node:crypto";
import type { Version } from "@/lib/dataset/version";

/** Which bytes an answer is: its own tag, and those of its other representations, that a caller may hold as well. */
export type Tags = { etag: string; others: readonly string[] };

/** The opaque part of a tag of something that a dataset version and `key` decide. */
export function toTag(version: Version, key: string): string {
  const digest = createHash("sha256").update(`${version.version}\n${version.publishedAt.getTime()}\n${key}`);
  return `"${digest.digest("base64url").slice(0, 22)}"`;
}

/** Weak, because the encodings of one representation share it. */
export function toWeakTags(version: Version, key: string): Tags {
  return { etag: `W/${toTag(version, key)}`, others: [] };
}

/** Caching fields of an answer; `key` is its path and canonical query. */
export function cacheHeaders(
  version: Version,
  key: string,
  maxAgeSeconds: number,
  { etag } = toWeakTags(version, key),
): Record<string, string> {
  return {
    "Cache-Control": `public, max-age=${maxAgeSeconds}, stale-while-revalidate=600`,
    "Last-Modified": version.publishedAt.toUTCString(),
    ETag: etag,
  };
}

/** Whether the caller has the current answer already. */
export function isFresh(request: Request, version: Version, key: string): boolean {
  return findFresh(request, version, toWeakTags(version, key)) !== null;
}

/**
 * The tag that a 304 confirms (RFC 9110, 13.1), null when the caller lacks the current answer: If-None-Match wins
 * over If-Modified-Since, and compares weakly.
 */
export function findFresh(request: Request, version: Version, { etag, others }: Tags): string | null {
  const noneMatch = request.headers.get("if-none-match");
  if (noneMatch === null) {
    const since = Date.parse(request.headers.get("if-modified-since") ?? "");
    return Math.floor(version.publishedAt.getTime() / 1000) * 1000 <= since ? etag : null;
  }
  const held = noneMatch.split(",").map((tag) => toOpaque(tag.trim()));
  if (held.includes("*")) return etag;
  return [etag, ...others].find((tag) => held.includes(toOpaque(tag))) ?? null;
}

const toOpaque = (tag: string) => tag.replace(/^W\//, "");
