import "server-only";
import { cache } from "react";
import { findNamedVersion, isAvailable } from "@/lib/api/version";
import { requireVersion, type Version } from "@/lib/versions/current";
import { toPageSearch } from "./parameters";
import type { SearchParams } from "./query";
import { stayInVersion } from "./version-links";

/** Version that a page is made from: the one that its address names, where that is available, else the newest. Throws NoDataset. */
export async function findPageVersion(named: string | null): Promise<Version> {
  const asked = await findNamedVersion(named);
  return asked !== null && isAvailable(asked) ? asked : requireVersion();
}

/** Looked up once a request, so that all parts of a page are of one version. */
const readByName = cache(async (named: string | null) => {
  const version = await findPageVersion(named);
  if (version.version === named) stayInVersion(named);
  return version;
});

/** Version that a page reads from: that of its parameter `version`, else the newest. Throws NoDataset. */
export async function readPageVersion({ version = [] }: SearchParams): Promise<Version> {
  return readByName([version].flat().at(-1) ?? null);
}

/** Version that an address names. */
export type ShownVersion = {
  version: string;
  /** `old`: the page shows it. `newest`: it is the newest. The others are not available, and the page shows the newest. */
  state: "old" | "newest" | "pruned" | "gone" | "unknown";
  /** Instant of its publish; null for one that is not known. */
  publishedAt: string | null;
  /** Prices and rates that were erased from it since. */
  redacted: number;
  /** The page in the newest version. */
  newestHref: string;
};

/** Reads the version of a page by its address (path and query), and what to say of it where the address names one. */
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
  if (!named.inLedger) return "gone";
  if (named.isPruned) return "pruned";
  return named.id === newest.id ? "newest" : "old";
}
