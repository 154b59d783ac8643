import "server-only";
import { z } from "zod";
import { LOCKS_OF_ONE } from "@/lib/platform/advisory-locks";
import { db, pool } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";
import { type ChangeSetFacts, ChangeSetState, DayOrders, DecimalMarks, ORIGINS, Preview } from "./schema";

export const CHANGES_PAGE_SIZE = 25;

const SELECTED = { version: { select: { version: true } } } satisfies Prisma.ChangeSetInclude;
type Row = Prisma.ChangeSetGetPayload<{ include: typeof SELECTED }>;

function toFacts({ preview, state, origin, decimalMark, dayOrder, version, ...row }: Row): ChangeSetFacts {
  return {
    ...row,
    state: ChangeSetState.parse(state),
    origin: z.enum(ORIGINS).parse(origin),
    decimalMark: DecimalMarks.nullable().parse(decimalMark),
    dayOrder: DayOrders.nullable().parse(dayOrder),
    preview: preview === null ? null : Preview.parse(preview),
    version: version?.version ?? null,
  };
}

export async function findChangeSet(id: number): Promise<ChangeSetFacts | null> {
  const row = await db().changeSet.findUnique({ where: { id }, include: SELECTED });
  return row && toFacts(row);
}

/** People beside the author of a change set of people who count as its authors. */
export async function listCoauthors({
  authorId,
  authorIds,
}: Pick<ChangeSetFacts, "authorId" | "authorIds">): Promise<string[]> {
  if (authorId === null) return [];
  const others = await db().staff.findMany({
    where: { id: { in: authorIds, not: authorId } },
    select: { email: true },
    orderBy: { email: "asc" },
  });
  return others.map(({ email }) => email);
}

/** The change set in which the rates wait that this one holds back. */
export async function findHeldSetId(heldFromId: number): Promise<number | null> {
  const set = await db().changeSet.findFirst({ where: { heldFromId }, orderBy: { id: "desc" }, select: { id: true } });
  return set?.id ?? null;
}

/** The change set that takes this one back, or has. */
export async function findTakingBack(takesBackId: number): Promise<{ id: number } | null> {
  return db().changeSet.findFirst({
    where: { takesBackId, state: { not: "withdrawn" } },
    select: { id: true },
  });
}

/** Pages from 1, newest first. */
export async function listChangeSets(state: ChangeSetState | undefined, page: number) {
  const where = state === undefined ? {} : { state };
  const [total, rows] = await Promise.all([
    db().changeSet.count({ where }),
    db().changeSet.findMany({
      where,
      include: SELECTED,
      orderBy: { id: "desc" },
      skip: (page - 1) * CHANGES_PAGE_SIZE,
      take: CHANGES_PAGE_SIZE,
    }),
  ]);
  return { sets: rows.map(toFacts), total };
}

export async function countChangeSets(): Promise<Record<ChangeSetState, number>> {
  const rows = await db().changeSet.groupBy({ by: ["state"], _count: true });
  const count = (state: ChangeSetState) => rows.find((row) => row.state === state)?._count ?? 0;
  return {
    draft: count("draft"),
    waiting: count("waiting"),
    approved: count("approved"),
    published: count("published"),
    withdrawn: count("withdrawn"),
  };
}

/** Waiting change sets that this person may approve, those that somebody else has to, and drafts that need work. */
export async function countToDecide(staffId: string): Promise<{ yours: number; others: number; faulty: number }> {
  const waits = { state: "waiting" } as const;
  const [waiting, others, faulty] = await Promise.all([
    db().changeSet.count({ where: waits }),
    db().changeSet.count({ where: { ...waits, authorIds: { has: staffId }, reasons: { isEmpty: false } } }),
    db().changeSet.count({
      where: {
        state: "draft",
        OR: [{ failure: { not: null } }, { note: { not: null } }, { preview: { path: ["faults", "count"], gt: 0 } }],
      },
    }),
  ]);
  return { yours: waiting - others, others, faulty };
}

/** Gzipped CSV; null without changes. */
export async function findChangesCsv(changeSetId: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await db().changeSetChanges.findUnique({ where: { changeSetId } });
  return row?.csvGzip ?? null;
}

export type StoredFile = { id: number; name: string; bytes: number; sha256: string };

export async function listFiles(changeSetId: number): Promise<StoredFile[]> {
  const rows = await db().changeSetFile.findMany({ where: { changeSetId }, orderBy: { id: "asc" } });
  return rows.map(({ id, name, bytes, sha256 }) => ({ id, name, bytes: Number(bytes), sha256 }));
}

/** Null before the first publish. */
export async function findNewestVersionId(): Promise<number | null> {
  const newest = await db().datasetVersion.findFirst({ orderBy: { id: "desc" }, select: { id: true } });
  return newest?.id ?? null;
}

/** Condition of a draft that was sent and has not been checked yet. */
const IS_UNCHECKED = `(
  state = 'draft' AND preview IS NULL AND failure IS NULL AND (
    origin = 'revert' OR held_from_id IS NOT NULL
    OR origin <> 'desk' AND EXISTS (SELECT FROM change_set_file f WHERE f.change_set_id = change_set.id)
  )
)`;

/**
 * Change sets to publish or to check that no process has in hand: theirs was stopped or killed, or works on another one. A draft
 * of the desk is checked when its author says so.
 */
export async function listUnfinished(): Promise<number[]> {
  const { rows } = await pool().query<{ id: number }>(
    `SELECT id FROM change_set
     WHERE (state = 'approved' OR state = 'draft' AND begun_at IS NOT NULL OR ${IS_UNCHECKED}) AND NOT EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = $1 AND objid::bigint = change_set.id
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     )
     ORDER BY id`,
    [LOCKS_OF_ONE.changeSet],
  );
  return rows.map(({ id }) => id);
}
