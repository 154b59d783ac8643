import "server-only";
import { ATTRIBUTION, LICENSE, type Meta } from "@/lib/contract/envelope";
import { db } from "@/lib/platform/db";
import { publicUrl } from "@/lib/platform/env";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { Prisma } from "@/prisma/client/client";
import { currentVersion, type Version } from "./version";

/** Names that parameters are checked against, and the credits, of one dataset version. */
export type Catalogue = { products: string[]; categories: string[]; sources: Meta["sources"] };

/** Thrown while nothing has been published yet. */
export class NoDataset extends Error {
  constructor() {
    super("no dataset has been published yet");
  }
}

/** One column that holds the newest version, for a statement whose answer must not mix versions. */
export const versionColumn = Prisma.sql`(
  SELECT json_build_object('id', id, 'version', version, 'publishedAt', published_at)
  FROM dataset_version ORDER BY id DESC LIMIT 1
)`;

/** Reads a `versionColumn`. Throws NoDataset when there is none. */
export function toVersion(column: { id: number; version: string; publishedAt: string } | null): Version {
  if (column === null) throw new NoDataset();
  return { id: column.id, version: column.version, publishedAt: new Date(column.publishedAt) };
}
export type VersionColumn = Parameters<typeof toVersion>[0];

const kept = processSingleton("catalogue", () => ({ id: -1, catalogue: null as Promise<Catalogue> | null }));

/** The catalogue of the current dataset, read once a version. Throws NoDataset. */
export async function readCatalogue(): Promise<Catalogue> {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  if (kept.catalogue === null || kept.id !== version.id) {
    kept.id = version.id;
    const reading = outsideRequests(queryCatalogue);
    kept.catalogue = reading;
    reading.catch(() => {
      if (kept.catalogue === reading) kept.catalogue = null;
    });
  }
  return kept.catalogue;
}

async function queryCatalogue(): Promise<Catalogue> {
  const [products, sources] = await db().$transaction([
    db().product.findMany({ select: { slug: true, category: true }, orderBy: { slug: "asc" } }),
    db().source.findMany({
      select: { name: true, publisher: true, url: true, license: true },
      orderBy: { id: "asc" },
    }),
  ]);
  return {
    products: products.map(({ slug }) => slug),
    categories: [...new Set(products.map(({ category }) => category))].sort(),
    sources,
  };
}

/** The `meta` member of every answer. */
export function toMeta(version: Version, sources: Meta["sources"]): Meta {
  return {
    dataset_version: version.version,
    published_at: version.publishedAt.toISOString(),
    license: LICENSE,
    attribution: ATTRIBUTION,
    sources,
    documentation: `${publicUrl()}/docs`,
  };
}
