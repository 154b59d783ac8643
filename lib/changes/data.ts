import "server-only";
import type { ListQuery } from "@/lib/api/formats";
import type { Problem } from "@/lib/api/problem";
import { toGone } from "@/lib/api/requested-version";
import { JsonText } from "@/lib/contract/json-text";
import { NoDataset, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { currentVersion, type DatasetVersion } from "@/lib/dataset/version";
import { findPublishedVersions } from "@/lib/dataset/versions-data";
import { publicUrl } from "@/lib/platform/env";
import { readRow } from "@/lib/platform/read-row";
import { Prisma } from "@/prisma/client/client";
import type { listChanges } from "./endpoints";
import { prepareChanges } from "./prepare-changes";
import { MOST_VERSIONS } from "./rules";
import type { Change } from "./schema";

type Query = ListQuery<typeof listChanges>;
type Row = { version: VersionColumn; has_revalued: boolean; total: number; data: string };

/** One page of the changes between two versions, oldest first. */
export async function findVersionChanges(query: Query) {
  const newest = await currentVersion();
  if (newest === null) throw new NoDataset();
  const way = findWay(await findPublishedVersions(), query.since, query.until ?? newest.version);
  if ("kind" in way) return way;
  await prepareChanges(way);
  const { page, page_size } = query;
  const entries = Prisma.sql`change_entry e JOIN dataset_version v ON v.id = e.version_id WHERE ${toConditions(query, way)}`;
  const row = await readRow<Row>(Prisma.sql`
    SELECT ${versionColumn} AS version,
      NOT EXISTS (SELECT FROM change_list WHERE version_id = ANY (${idsOf(way)}) AND NOT has_revalued) AS has_revalued,
      (SELECT count(*)::int FROM ${entries}) AS total,
      (SELECT concat('[', string_agg(record::text, ',' ORDER BY version_id, place), ']') FROM (
        SELECT e.version_id, e.place, json_build_object(
          'id', concat_ws(':', v.version, e.object, (SELECT string_agg(value, '/') FROM json_each_text(e.key))),
          'version', v.version, 'kind', e.kind, 'object', e.object, 'key', e.key, 'before', e.before, 'after', e.after,
          'reason', e.reason
        ) AS record
        FROM (
          SELECT e.version_id, e.place FROM ${entries}
          ORDER BY e.version_id, e.place LIMIT ${page_size} OFFSET ${(page - 1) * page_size}
        ) AS chosen JOIN change_entry e USING (version_id, place) JOIN dataset_version v ON v.id = e.version_id
      ) listed) AS data`);
  const asksRevalued = query.kind === undefined || query.kind.includes("revalued");
  if (asksRevalued && !row.has_revalued) return toWhole(query.since, "moved more US dollars than a list is worth");
  return { version: toVersion(row.version), total: row.total, data: new JsonText<Change[]>(row.data) };
}

const idsOf = (way: readonly DatasetVersion[]) => way.slice(1).map(({ id }) => id);

/** The versions from one to another, both included; a problem where there is no way between them. */
function findWay(published: readonly DatasetVersion[], since: string, until: string): DatasetVersion[] | Problem {
  const [from, to] = [since, until].map((name) => published.findIndex(({ version }) => version === name));
  const way = published.slice(from, (to ?? -1) + 1);
  const [first] = way;
  if (first === undefined)
    return {
      kind: "bad-parameter",
      detail: "Not accepted: until. See errors for each.",
      errors: [{ code: "conflict", parameter: "until", detail: `${until} was published before ${since}` }],
    };
  if (!first.inLedger) return toGone(first.version);
  return way.length > MOST_VERSIONS + 1 ? toWhole(since, `is more than ${MOST_VERSIONS} versions back`) : way;
}

/** Leads to the whole datasets, where a list of changes is no shorter. */
function toWhole(since: string, why: string): Problem {
  const files = ["prices", "products", "rates"].map((dataset) => `${publicUrl()}/api/export?dataset=${dataset}`);
  return { kind: "gone", detail: `${since} ${why}. Take the whole datasets: ${files.join(", ")}.` };
}

function toConditions({ product, country, category, kind }: Query, way: readonly DatasetVersion[]): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`e.version_id = ANY (${idsOf(way)})`,
      ...(product ? [Prisma.sql`e.product = ${product}`] : []),
      ...(country ? [Prisma.sql`e.country = ${country}`] : []),
      ...(category
        ? [
            Prisma.sql`(e.product IN (SELECT slug FROM product WHERE category = ${category})
            OR e.object = 'product' AND ${category} IN (e.before->>'category', e.after->>'category'))`,
          ]
        : []),
      ...(kind ? [Prisma.sql`e.kind = ANY (${kind})`] : []),
    ],
    " AND ",
  );
}
