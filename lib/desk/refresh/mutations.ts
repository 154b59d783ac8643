import "server-only";
import { recordAudit } from "@/lib/access/audit/mutations";
import { MS_PER_HOUR } from "@/lib/contract/days";
import { findChangeSet, findHeldSetId } from "@/lib/desk/changes/data";
import { writeFile } from "@/lib/desk/changes/files/write-files";
import { jobs } from "@/lib/desk/changes/jobs/jobs";
import { approve, insertChangeSet, reopen, withdrawChangeSet } from "@/lib/desk/changes/mutations";
import { LOCKS_OF_ONE } from "@/lib/platform/advisory-locks";
import { clockDay, currentTime } from "@/lib/platform/clock";
import { connectClient } from "@/lib/platform/database-client";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { FetchFailed } from "@/lib/platform/guarded-request";
import { log } from "@/lib/platform/log";
import { outsideRequests } from "@/lib/platform/process-singleton";
import { countNoun } from "@/lib/text/words";
import { Prisma } from "@/prisma/client/client";
import { findFeed, READINGS_KEPT, readLastDays } from "./data";
import { type Reading, readPublication } from "./read-publication";
import { findNextDue, findWaiting, isApproved, retryAfter } from "./rules";
import type { Feed, FeedReading } from "./schema";

const ASK_AGAIN_HOURS = 6;
const SCHEDULER = "the scheduler";

type Decided = { kind: "waiting" | "published" | "nothing new"; changeSetId: number; heldSetId?: number };

export type Refreshed = Decided | { kind: "unchanged" | "being read already" } | { kind: "failed"; failure: string };

type Settled = Decided | { kind: "faulty" } | { kind: "not checked" };

/**
 * Makes a change set of new data, published automatically if the feed allows it and no person is needed. One reading
 * of a feed at a time; failures delay the next. `askedBy`: who has it read, and counts as author. Null for an unknown feed. Throws errors of pg.
 */
export async function refreshFeed(id: string, askedBy?: string): Promise<Refreshed | null> {
  const client = await connectClient(env().DATABASE_URL, "feed");
  try {
    const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1, hashtext($2)) AS held", [
      LOCKS_OF_ONE.source,
      id,
    ]);
    return rows[0]?.held ? await refreshHeld(id, askedBy) : { kind: "being read already" };
  } finally {
    // Ends the lock too.
    await client.end();
  }
}

async function refreshHeld(id: string, askedBy?: string): Promise<Refreshed | null> {
  const feed = await findFeed(id);
  if (feed === null) return null;
  if (!isApproved(feed)) return { kind: "failed", failure: "its address waits for a second owner" };
  if (feed.pausedAt !== null) return { kind: "failed", failure: "it is paused" };
  let changeSetId: number | null = null;
  try {
    const reading = await readNew(feed, askedBy);
    changeSetId = reading === null ? await reopenFaulty(feed) : await store(feed, reading, askedBy);
    if (changeSetId === null) {
      await recordAsked(feed, null, { outcome: "unchanged", failure: null, changeSetId });
      return { kind: "unchanged" };
    }
    const outcome = await settle(feed, changeSetId);
    // No conditions are kept, so that the next attempt reads it again.
    if (outcome.kind === "not checked") throw new FetchFailed(`change set ${changeSetId} could not be checked`);
    if (outcome.kind === "faulty") {
      const failure = `what it serves has faults: see change set ${changeSetId}`;
      await recordFailure(feed, { outcome: "faulty", failure, changeSetId }, reading);
      return { kind: "failed", failure };
    }
    await recordAsked(feed, reading, { outcome: outcome.kind, failure: null, changeSetId: outcome.changeSetId });
    return outcome;
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    const { message: failure } = error;
    await recordFailure(feed, { outcome: "failed", failure, changeSetId });
    return { kind: "failed", failure };
  }
}

/**
 * Reads the address; null where it serves what came last. A person who asks gets that once more, so that what was withdrawn by
 * mistake comes back; but not while it still waits, because a second copy would take the place of one that somebody reviews.
 */
async function readNew(feed: Feed, askedBy: string | undefined): Promise<Reading | null> {
  const isAskedAgain = askedBy !== undefined && (await listUndecided(feed.id)).length === 0;
  return readPublication(isAskedAgain ? { ...feed, ...NO_CONDITIONS } : feed);
}

/** Held back rates are none of it. */
const listUndecided = (feedId: string) =>
  db().changeSet.findMany({
    where: { feedId, state: { in: ["draft", "waiting"] }, heldFromId: null },
    select: { id: true },
  });

/**
 * A file with faults that is served again unchanged: its draft is checked again, since newer rates may make it right. Null where
 * there is none, or its faults are left out.
 */
async function reopenFaulty({ id: feedId }: Feed): Promise<number | null> {
  const set = await db().changeSet.findFirst({
    where: {
      feedId,
      state: "draft",
      heldFromId: null,
      leavesOut: false,
      preview: { not: Prisma.DbNull },
      begunAt: null,
    },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  if (set === null) return null;
  return (await db().$transaction((tx) => reopen(set.id, tx))) ? set.id : null;
}

/** Withdraws an undecided change set of the same feed, which is outdated; rates that are held back wait on. */
async function store(feed: Feed, { files }: Reading, askedBy?: string): Promise<number> {
  for (const { id } of await listUndecided(feed.id))
    await db().$transaction((tx) => withdrawChangeSet(id, tx, "A newer reading took its place."));
  const client = await connectClient(env().DATABASE_URL, "refresh");
  try {
    await client.query("BEGIN");
    const title = `${feed.name}, read on ${clockDay()}`;
    const id = await insertChangeSet(client, {
      title,
      origin: "refresh",
      author: { id: null, name: SCHEDULER },
      feedId: feed.id,
      ...(askedBy !== undefined && { authorIds: [askedBy] }),
    });
    for (const { name, content } of files) await writeFile(client, id, { name, content: [content] });
    await client.query(
      `INSERT INTO audit_event (actor, action, target_type, target_id, target_name, after)
       VALUES ($1, 'change.refresh', 'change', $2, $3, $4)`,
      [SCHEDULER, String(id), title, JSON.stringify({ feed: feed.id })],
    );
    await client.query("COMMIT");
    return id;
  } finally {
    await client.end();
  }
}

async function settle(feed: Feed, id: number): Promise<Settled> {
  await jobs().start(id);
  const set = await findChangeSet(id);
  const whole = await findHeldSetId(id);
  if (whole !== null) return { kind: "waiting", changeSetId: whole };
  if (!set?.preview) return { kind: "not checked" };
  if (set.preview.faults.count === 0 && !set.preview.hasChanges) {
    await db().$transaction((tx) => withdrawChangeSet(id, tx, "It says nothing new."));
    return { kind: "nothing new", changeSetId: id };
  }
  if (set.state !== "waiting") return { kind: "faulty" };
  const { digest } = set;
  if (!feed.autoPublish || set.reasons.length > 0 || digest === null) return { kind: "waiting", changeSetId: id };
  await db().$transaction(async (tx) => {
    await approve({ id, digest }, null, tx, writeNote(set.preview?.rateMoves.held ?? 0));
    await recordAudit(tx, {
      actorId: null,
      actor: SCHEDULER,
      action: "change.decide",
      targetType: "change",
      targetId: String(id),
      targetName: set.title,
      after: { decision: "approve" },
    });
  });
  await jobs().start(id);
  const published = await findChangeSet(id);
  const heldSetId = await findHeldSetId(id);
  return {
    kind: published?.state === "published" ? "published" : "waiting",
    changeSetId: id,
    ...(heldSetId !== null && { heldSetId }),
  };
}

const writeNote = (held: number) =>
  held === 0
    ? "Nothing in it is out of bounds."
    : `Nothing in it is out of bounds; ${countNoun(held, "rate that is waits", "rates that are wait")} in a change set of their own.`;

type Attempt = Pick<FeedReading, "outcome" | "failure" | "changeSetId">;

async function recordAttempt(feedId: string, attempt: Attempt): Promise<void> {
  const { id } = await db().feedReading.create({
    data: { ...attempt, feedId, at: currentTime() },
    select: { id: true },
  });
  const kept = await db().feedReading.findMany({
    where: { feedId, id: { lte: id } },
    orderBy: { id: "desc" },
    skip: READINGS_KEPT,
    select: { id: true },
  });
  await db().feedReading.deleteMany({ where: { id: { in: kept.map((one) => one.id) } } });
}

async function recordAsked({ id }: Feed, reading: Reading | null, attempt: Attempt): Promise<void> {
  const retryAt = new Date(currentTime().getTime() + ASK_AGAIN_HOURS * MS_PER_HOUR);
  await db().feed.updateMany({
    where: { id },
    data: {
      askedAt: currentTime(),
      failures: 0,
      failure: null,
      retryAt,
      ...toConditions(reading),
    },
  });
  await recordAttempt(id, attempt);
  await followPublished();
}

const NO_CONDITIONS = { etag: null, lastModified: null, sha256: null };

/** Of the next question: what was read once is not read again unchanged. */
const toConditions = (reading: Reading | null) =>
  reading === null ? {} : { etag: reading.etag, lastModified: reading.lastModified, sha256: reading.sha256 };

async function recordFailure({ id, failures }: Feed, attempt: Attempt, reading: Reading | null = null): Promise<void> {
  const now = currentTime();
  const failure = attempt.failure?.slice(0, 500) ?? "";
  await db().feed.updateMany({
    where: { id },
    data: {
      askedAt: now,
      failures: failures + 1,
      failure,
      retryAt: retryAfter(failures + 1, now),
      ...toConditions(reading),
    },
  });
  await recordAttempt(id, { ...attempt, failure });
  log().warn({ feed: id, failure }, "a source could not be read");
}

/** Updates the last and next day of each feed from published data, whoever published it. */
export async function followPublished(): Promise<void> {
  const [feeds, lastDays] = await Promise.all([db().feed.findMany(), readLastDays()]);
  for (const { id, cadenceDays } of feeds) {
    const day = lastDays.get(id);
    if (day === undefined) continue;
    await db().feed.updateMany({
      where: { id },
      data: { lastReadOn: day, nextDueOn: findNextDue(day, cadenceDays) },
    });
  }
}

type Tx = Parameters<Parameters<ReturnType<typeof db>["$transaction"]>[0]>[0];

export type FeedSettings = Pick<
  Feed,
  "address" | "cadenceDays" | "autoPublish" | "sameDayBound" | "weekBound" | "olderBound"
>;

export async function updateFeed(
  feed: Feed,
  { address, ...settings }: FeedSettings,
  by: string,
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.feed.updateMany({
    where: { id: feed.id, address: feed.address },
    data: { ...settings, ...findWaiting(feed, address, by) },
  });
  return count === 1;
}

export type NewFeed = Pick<Feed, "id" | "name" | "publisher" | "address" | "license" | "cadenceDays"> & {
  attribution: string;
};

/** Its address waits for a second owner. False where there is a source of this id. */
export async function addFeed(feed: NewFeed, by: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.feed.createMany({
    data: [
      { ...feed, format: "native", newAddress: feed.address, newAddressById: by, nextDueOn: new Date(clockDay()) },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}

/** False where it is so already. */
export async function pauseFeed(id: string, isPaused: boolean, tx: Tx): Promise<boolean> {
  const { count } = await tx.feed.updateMany({
    where: isPaused ? { id, pausedAt: null } : { id, NOT: { pausedAt: null } },
    data: { pausedAt: isPaused ? currentTime() : null },
  });
  return count === 1;
}

/**
 * A source that was added at the desk is no longer read, and what waits of it is withdrawn; what was published of it stays
 * under its name. False for others, while it is being read, and while a change set of it is being published.
 */
export async function removeFeed(id: string, tx: Tx): Promise<boolean> {
  const [lock] = await tx.$queryRaw<
    { held: boolean }[]
  >`SELECT pg_try_advisory_xact_lock(${LOCKS_OF_ONE.source}::int, hashtext(${id})) AS held`;
  if (!lock?.held) return false;
  const open = await tx.changeSet.findMany({
    where: { feedId: id, state: { in: ["draft", "waiting", "approved"] } },
    select: { id: true, state: true },
  });
  if (open.some(({ state }) => state === "approved")) return false;
  const { count } = await tx.feed.deleteMany({ where: { id, NOT: { attribution: null } } });
  if (count === 0) return false;
  for (const set of open) await withdrawChangeSet(set.id, tx, "Its source was removed.");
  await tx.feedReading.deleteMany({ where: { feedId: id } });
  return true;
}

/** Takes the address that waits. Discards the stored cache conditions. False where it is no longer `address`. */
export async function takeAddress(
  { id, address, by }: { id: string; address: string; by: string },
  approver: string,
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.feed.updateMany({
    where: { id, newAddress: address, newAddressById: by },
    data: {
      address,
      addressById: by,
      addressApproverId: approver,
      newAddress: null,
      newAddressById: null,
      etag: null,
      lastModified: null,
      sha256: null,
      failures: 0,
      failure: null,
      retryAt: null,
    },
  });
  return count === 1;
}

export function refreshNow(id: string, askedBy: string): void {
  void outsideRequests(() => refreshFeed(id, askedBy)).catch((error: unknown) =>
    log().error({ feed: id, error: error instanceof Error ? error.message : "" }, "a source was not read"),
  );
}

/** Keeps the answer of an owner in place of an earlier one. */
export async function chooseRefresh(reads: boolean, answeredBy: string, tx: Tx): Promise<void> {
  const answer = { reads, answeredBy, answeredAt: currentTime() };
  await tx.refreshChoice.upsert({ where: { id: 1 }, create: answer, update: answer });
}
