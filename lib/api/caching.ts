import { hash } from "node:crypto";
import fresh from "fresh";
import type { Version } from "@/lib/versions/current";

type Conditions = { ifNoneMatch: string | null; ifModifiedSince: string | null };

export type Tags = { etag: string; others: readonly string[] };

const MAX_CHARS = 4_096;
/** The three HTTP forms of a date (RFC 9110, 5.6.7); `Date.parse` accepts many others. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

export function readConditions(headers: Headers): Conditions {
  const tags = headers.get("if-none-match");
  const date = headers.get("if-modified-since");
  return {
    ifNoneMatch: tags !== null && tags.length <= MAX_CHARS ? tags : null,
    ifModifiedSince: date !== null && isHttpDate(date) ? date : null,
  };
}

export const isHttpDate = (text: string): boolean =>
  HTTP_DATES.some((form) => form.test(text)) && !Number.isNaN(Date.parse(text));

export function toTag(version: Version, key: string): string {
  const erased = version.redacted > 0 ? `\nredacted ${version.redacted}` : "";
  const digest = hash("sha256", `${version.version}\n${version.publishedAt.getTime()}${erased}\n${key}`, "base64url");
  return `"${digest.slice(0, 22)}"`;
}

/** Weak, because the encodings of one representation share it. */
export function toWeakTags(version: Version, key: string): Tags {
  return { etag: `W/${toTag(version, key)}`, others: [] };
}

/** `isPinned`: the request names its dataset version, so its answer never changes. */
type CacheTerms = { scope?: "private" | "public"; maxAgeSeconds: number; isPinned?: boolean };

/** A takedown for a licence has to reach every copy within a day. */
const PINNED = "public, max-age=86400";

/** Shared caches keep these answers, so that they tell nothing of one caller. */
export const isPublic = (headers: Readonly<Record<string, string>>): boolean =>
  headers["Cache-Control"]?.startsWith("public") === true;

/**
 * `private` by default, because answers carry their caller's limit:
 * docs/decisions/2026-11-22-limited-answers-are-private.md.
 */
export function cacheHeaders(
  version: Version,
  etag: string,
  { scope = "private", maxAgeSeconds, isPinned = false }: CacheTerms,
): Record<string, string> {
  const modified = lastModifiedOf(version);
  return {
    "Cache-Control": isPinned ? PINNED : `${scope}, max-age=${maxAgeSeconds}, stale-while-revalidate=600`,
    ...(modified && { "Last-Modified": modified.toUTCString() }),
    ETag: etag,
  };
}

/** Null where something was erased since: a date would confirm copies that still contain it. */
export const lastModifiedOf = ({ publishedAt, redacted }: Version): Date | null => (redacted > 0 ? null : publishedAt);

export function isConditional({ ifNoneMatch, ifModifiedSince }: Conditions): boolean {
  return ifNoneMatch !== null || ifModifiedSince !== null;
}

/** Finds the tag that a 304 confirms (RFC 9110, 13.1), else null. If-None-Match wins over If-Modified-Since. */
export function findFresh(
  { ifNoneMatch, ifModifiedSince }: Conditions,
  lastModified: Date | null,
  { etag, others }: Tags,
): string | null {
  const asked = { "if-none-match": ifNoneMatch ?? undefined, "if-modified-since": ifModifiedSince ?? undefined };
  const date = lastModified?.toUTCString();
  return [etag, ...others].find((tag) => fresh(asked, { etag: tag, "last-modified": date })) ?? null;
}
