import { createHash } from "node:crypto";
import type { Version } from "@/lib/dataset/version";

/** Weak, because the encodings of one representation share it. */
function etagOf(version: Version, key: string): string {
  const digest = createHash("sha256").update(`${version.version}\n${version.publishedAt.getTime()}\n${key}`);
  return `W/"${digest.digest("base64url").slice(0, 22)}"`;
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
export function isFresh(request: Request, version: Version, key: string): boolean {
  const noneMatch = request.headers.get("if-none-match");
  if (noneMatch !== null) {
    const tags = noneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
    return tags.includes("*") || tags.includes(etagOf(version, key).slice(2));
  }
  const since = Date.parse(request.headers.get("if-modified-since") ?? "");
  return Math.floor(version.publishedAt.getTime() / 1000) * 1000 <= since;
}
