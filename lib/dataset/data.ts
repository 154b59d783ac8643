import "server-only";
import { RATE_VALID_DAYS } from "@/lib/contract/days";
import { ATTRIBUTION, LICENSE, type Meta } from "@/lib/contract/envelope";
import { db } from "@/lib/platform/db";
import { publicUrl } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/process-singleton";
import { Prisma } from "@/prisma/client/client";
import { currentVersion, refreshVersion, type Version } from "./version";
import { VersionCache } from "./version-cache";

/** Names that parameters are checked against, and the attribution, of one dataset version. */
export type Catalogue = {
  products: string[];
  categories: string[];
  /** Names of vendors in lower case. */
  vendors: string[];
  /** Codes of countries with a current price. */
  countries: string[];
  /** Currencies with a rate of the rate day, and USD. */
  currencies: string[];
  /** Published versions up to this one, oldest first. */
  versions: string[];
  sources: Meta["sources"];
};

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

const catalogues = processSingleton("catalogue", () => new VersionCache<Catalogue>());

/** Catalogue of the dataset that is read, once per version. Throws NoDataset. */
export async function readCatalogue(): Promise<Catalogue> {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  return catalogues.find(version, queryCatalogue);
}

async function queryCatalogue(): Promise<Catalogue> {
  const [row] = await db().$queryRaw<[Catalogue]>`
    SELECT ARRAY(SELECT slug FROM product ORDER BY slug) AS products,
      ARRAY(SELECT DISTINCT category COLLATE "C" FROM product ORDER BY 1) AS categories,
      ARRAY(SELECT DISTINCT lower(vendor) COLLATE "C" FROM product WHERE vendor IS NOT NULL ORDER BY 1) AS vendors,
      ARRAY(SELECT country FROM country_index
        WHERE version_id = (SELECT max(id) FROM dataset_version) AND prices > 0 ORDER BY country) AS countries,
      ARRAY(SELECT currency::text COLLATE "C" FROM fx_rate, (SELECT fx_date AS day FROM dataset_version ORDER BY id DESC LIMIT 1) rated
        WHERE date BETWEEN day - ${RATE_VALID_DAYS}::int AND day UNION SELECT 'USD' ORDER BY 1) AS currencies,
      ARRAY(SELECT version FROM dataset_version ORDER BY id) AS versions,
      (SELECT coalesce(json_agg(json_build_object(
        'name', name, 'publisher', publisher, 'url', url, 'license', license) ORDER BY id), '[]') FROM source) AS sources`;
  return row;
}

/** Reads that may see two versions, because one is published between them, before an answer fails. */
const MAX_ATTEMPTS = 3;

/** Repeats reads by several statements until all of them saw one dataset version; `read` returns null where they did not. */
export async function readInOneVersion<T>(read: () => Promise<T | null>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const found = await read();
    if (found !== null) return found;
    if (attempt === MAX_ATTEMPTS) throw new Error("versions are published faster than they can be read");
    await refreshVersion();
  }
}

/** Member `meta` of every answer. `requested`: the version that was asked for by name; `redacted`: what was erased of it. */
export function toMeta(
  version: Version,
  sources: Meta["sources"],
  { requested, redacted = 0 }: { requested?: string | undefined; redacted?: number | undefined } = {},
): Meta {
  return {
    dataset_version: version.version,
    published_at: version.publishedAt.toISOString(),
    ...(requested !== undefined && { requested_version: requested }),
    ...(redacted > 0 && { redacted }),
    license: LICENSE,
    attribution: ATTRIBUTION,
    sources,
    documentation: `${publicUrl()}/docs`,
  };
}
