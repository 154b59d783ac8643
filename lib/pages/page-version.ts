import "server-only";
import { cache } from "react";
import { findNamedVersion } from "@/lib/api/version";
import { requireVersion, type Version } from "@/lib/versions/current";
import { toPageSearch } from "./parameters";
import type { SearchParams } from "./query";
import { stayInVersion } from "./version-links";

/** Falls back to the newest version. Throws NoDataset. */
export async function findPageVersion(named: string | null): Promise<Version> {
  const asked = await findNamedVersion(named);
  return asked !== null && !asked.isPruned ? asked : requireVersion();
}

/** Cached for each request, so that all parts of a page show one version. */
const readByName = cache(async (named: string | null) => {
  const version = await findPageVersion(named);
  if (version.version === named) stayInVersion(named);
  return version;
});

export async function readPageVersion({ version = [] }: SearchParams): Promise<Version> {
  return readByName([version].flat().at(-1) ?? null);
}

export type ShownVersion = {
  version: string;
  /** The page shows the named version if `old`; otherwise the newest. */
  state: "old" | "newest" | "pruned" | "unknown";
  publishedAt: string | null;
  /** Number of prices and rates erased since. */
  redacted: number;
  newestHref: string;
};

export async function readAddressVersion(address: string): Promise<{ version: Version; shown: ShownVersion | null }> {
  const [path = "/", search = ""] = address.split("?", 2);
  const params = new URLSearchParams(toPageSearch(path, search));
  const name = params.get("version");
  const version = await readByName(name);
  if (name === null) return { version, shown: null };
  params.delete("version");
  const [named, newest] = await Promise.all([findNamedVersion(name), readByName(null)]);
  return {
    version,
    shown: {
      version: name,
      state: toState(named, newest),
      publishedAt: named?.publishedAt.toISOString() ?? null,
      redacted: named?.redacted ?? 0,
      newestHref: params.size > 0 ? `${path}?${params}` : path,
    },
  };
}

function toState(named: Version | null, newest: Version): ShownVersion["state"] {
  if (named === null) return "unknown";
  if (named.isPruned) return "pruned";
  return named.id === newest.id ? "newest" : "old";
}
