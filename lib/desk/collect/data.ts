import "server-only";
import { type BodyReply, toDataReply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import { Preview } from "@/lib/desk/changes/schema";
import { findReadings } from "@/lib/desk/verify/data";
import { PROBLEM } from "@/lib/import/read/ndjson";
import { db, pool } from "@/lib/platform/db";
import { currentVersion, NoDataset } from "@/lib/versions/current";
import { findCollector } from "./problems";
import { COLLECTIONS_LISTED, type Collection, type DueQuery, type DueReading, type StuckCollection } from "./schema";

type Asked = { context: RequestContext };

/** What is due, the most valuable first: age times requests of the last 30 days times spread. */
export async function findDue({ limit, ...filters }: DueQuery, { context }: Asked): Promise<BodyReply | Problem> {
  const collector = findCollector(context);
  if ("kind" in collector) return collector;
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  const rows = await findReadings(version, filters, limit);
  return toDataReply(
    rows.map(
      ({ sourceId, sourceUrl, verifiedOn, id: _, ...row }): DueReading => ({
        ...row,
        source: sourceId,
        source_url: sourceUrl,
        verified_on: verifiedOn,
      }),
    ),
  );
}

/** What this key sent last, the newest first. */
export async function findCollections(_input: object, { context }: Asked): Promise<BodyReply | Problem> {
  const collector = findCollector(context);
  if ("kind" in collector) return collector;
  // Raw SQL: of a preview, which may be long, one number alone.
  const { rows } = await pool().query<Omit<Collection, "sent_at"> & { sent_at: Date }>(
    `SELECT s.id AS change_set, s.state, s.created_at AS sent_at, (s.preview #>> '{faults,count}')::int AS n_faults,
       v.version, s.note
     FROM collection c JOIN change_set s ON s.id = c.change_set_id LEFT JOIN dataset_version v ON v.id = s.version_id
     WHERE c.key_id = $1 ORDER BY s.id DESC LIMIT $2`,
    [collector.id, COLLECTIONS_LISTED],
  );
  return toDataReply(rows.map(({ sent_at, ...row }): Collection => ({ ...row, sent_at: sent_at.toISOString() })));
}

const STUCK_LISTED = 10;

/** Drafts of keys that have faults, the newest first, each with the words of the first: what a program tells goes before. */
export async function listStuckCollections(): Promise<StuckCollection[]> {
  const rows = await db().changeSet.findMany({
    where: { state: "draft", collection: { isNot: null }, preview: { path: ["faults", "count"], gt: 0 } },
    select: { id: true, title: true, preview: true },
    orderBy: { id: "desc" },
    take: STUCK_LISTED,
  });
  return rows.map(({ id, title, preview }) => {
    const { first } = Preview.parse(preview).faults;
    const told = first.find(({ column }) => column === PROBLEM) ?? first[0];
    return { id, title, text: told?.text ?? "" };
  });
}
