import "server-only";
import { ATTRIBUTION, LICENSE, type Meta } from "@/lib/contract/envelope";
import { db } from "@/lib/platform/db";
import { publicUrl } from "@/lib/platform/env";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { Prisma } from "@/prisma/client/client";
import { currentVersion, type Version } from "./version";

/** Names that parameters are checked against, and the attribution, of one dataset version. */
export type Catalogue = { products: string[]; categories: string[]; sources: Meta["sources"] };

/** Thrown before the first publish. */
export class NoDataset extends Error {
  constructor() {
    super("no dataset has been published yet");
  }
}

/** Column with the newest version, for a statement whose answer must not mix versions. */
export const versionColumn = Prisma.sql`(
  SELECT json_build_object('id', id, 'version', version, 'publishedAt', published_at)
  FROM dataset_version ORDER BY id DESC LIMIT 1
)`;

/** Parses a `versionColumn`. Throws NoDataset for null. */
export function toVersion(column: { id: number; version: string; publishedAt: string } | null): Version {
  if (column === null) throw new NoDataset();
  return { id: column.id, version: column.version, publishedAt: new Date(column.publishedAt) };
}
export type VersionColumn = Parameters<typeof toVersion>[0];

const cached = processSingleton("catalogue", () => ({ id: -1, catalogue: null as Promise<Catalogue> | null }));

/** Catalogue of the current dataset, read once per version. Throws NoDataset. */
export async function readCatalogue(): Promise<Catalogue> {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  if (cached.catalogue === null || cached.id !== version.id) {
    cached.id = version.id;
    const reading = outsideRequests(queryCatalogue);
    cached.catalogue = reading;
    reading.catch(() => {
      if (cached.catalogue === reading) cached.catalogue = null;
    });
  }
  return cached.catalogue;
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

/** Member `meta` of every answer. */
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
