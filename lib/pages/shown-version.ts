import "server-only";
import { findPublishedVersions } from "@/lib/dataset/versions-data";
import { currentReading } from "@/lib/platform/reading";

/** Version that the address of a page names. */
export type ShownVersion = {
  version: string;
  /** `old`: the page shows it. `newest`: it is the newest. `gone`, `unknown`: the page shows the newest instead. */
  state: "old" | "newest" | "gone" | "unknown";
  /** Instant of its publish; null for one that is not known. */
  publishedAt: string | null;
  /** Prices and rates that were erased from it since. */
  redacted: number;
  /** The page in the newest version. */
  newestHref: string;
};

/** Reads which version the address of a page (path and query) names; null where it names none. */
export async function readShownVersion(address: string): Promise<ShownVersion | null> {
  const [path = "/", search = ""] = address.split("?", 2);
  const params = new URLSearchParams(search);
  const version = params.get("version");
  if (version === null) return null;
  params.delete("version");
  const newestHref = params.size > 0 ? `${path}?${params}` : path;
  const published = (await findPublishedVersions()).find((one) => one.version === version);
  const facts = { publishedAt: published?.publishedAt.toISOString() ?? null, redacted: published?.redacted ?? 0 };
  const state = currentReading() !== null ? "old" : !published ? "unknown" : published.inLedger ? "newest" : "gone";
  return { version, state, ...facts, newestHref };
}
