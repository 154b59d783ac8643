import "server-only";
import { type BodyReply, toDataReply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import { Preview } from "@/lib/desk/changes/schema";
import { findReadings } from "@/lib/desk/verify/data";
import { db } from "@/lib/platform/db";
import { currentVersion, NoDataset } from "@/lib/versions/current";
import { findCollector } from "./problems";
import { COLLECTIONS_LISTED, type Collection, type DueQuery, type DueReading } from "./schema";

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
  const rows = await db().changeSet.findMany({
    where: { collection: { keyId: collector.id } },
    include: { version: { select: { version: true } } },
    orderBy: { id: "desc" },
    take: COLLECTIONS_LISTED,
  });
  return toDataReply(
    rows.map(
      ({ id, state, createdAt, preview, version, note }): Collection => ({
        change_set: id,
        state,
        sent_at: createdAt.toISOString(),
        n_faults: countFaults(preview),
        version: version?.version ?? null,
        note,
      }),
    ),
  );
}

const countFaults = (preview: unknown): number | null =>
  preview === null ? null : Preview.parse(preview).faults.count;
