import "server-only";
import { createHash } from "node:crypto";
import { recordAudit } from "@/lib/access/audit/mutations";
import { MS_PER_HOUR } from "@/lib/contract/days";
import { findChangeSet, findHeldSetId } from "@/lib/desk/changes/data";
import { toCsvText } from "@/lib/desk/changes/desk-files";
import { jobs } from "@/lib/desk/changes/jobs";
import { approve, insertChangeSet, withdrawChangeSet } from "@/lib/desk/changes/mutations";
import { writeFile } from "@/lib/desk/changes/write-files";
import { clockDay, currentTime } from "@/lib/platform/clock";
import { connectClient } from "@/lib/platform/database-client";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { outsideRequests } from "@/lib/platform/process-singleton";
import { countNoun } from "@/lib/text/words";
import { type ReadFile, readEcbDays, toEcbFile, toImportFiles } from "./convert";
import { FEED_LOCK, findFeed, readLastDays } from "./data";
import { FetchFailed, fetchGuarded } from "./fetch-guarded";
import { findNewestDay, toPriceFile } from "./netflix";
import { findLongerFile, findNextDue, findWaiting, isApproved, retryAfter } from "./rules";
import { FEED_BYTES, type Feed } from "./schema";

const TIMEOUT_MS = 30_000;
const ASK_AGAIN_HOURS = 6;
const SCHEDULER = "the scheduler";

export type Refreshed =
  | { kind: "unchanged" | "being read already" }
  | { kind: "failed"; failure: string }
  | { kind: "waiting" | "published" | "nothing new" | "faulty"; changeSetId: number; heldSetId?: number };

type Reading = { files: ReadFile[]; etag: string | null; lastModified: string | null; sha256: string };

/**
 * Makes a change set of new data, published automatically if the feed allows it and no person is needed. One reading
 * of a feed at a time; failures delay the next. `askedBy`: who has it read, and counts as author. Null for an unknown feed. Throws errors of pg.
 */
export async function refreshFeed(id: string, askedBy?: string): Promise<Refreshed | null> {
  const client = await connectClient(env().DATABASE_URL, "feed");
  try {
    const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1, hashtext($2)) AS held", [
      FEED_LOCK,
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
  try {
    const reading = await read(feed);
    if (reading === null) {
      await recordAsked(feed, null);
      return { kind: "unchanged" };
    }
    const changeSetId = await store(feed, reading, askedBy);
    const outcome = await settle(feed, changeSetId);
    if (outcome.kind === "faulty") throw new FetchFailed(`what it serves has faults: see change set ${changeSetId}`);
    await recordAsked(feed, reading);
    return outcome;
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    await recordFailure(feed, error.message);
    return { kind: "failed", failure: error.message };
  }
}

async function read(feed: Feed): Promise<Reading | null> {
  const limits = { maxBytes: FEED_BYTES[feed.format], timeoutMs: TIMEOUT_MS };
  const fetched = await fetchGuarded(feed.address, { ...feed, ...limits });
  if (fetched.kind === "unchanged") return null;
  const { content, etag, lastModified } = fetched;
  const files = await toFiles(feed, content, limits);
  const hash = createHash("sha256");
  for (const file of files) hash.update(file.content);
  const sha256 = hash.digest("hex");
  return sha256 === feed.sha256 ? null : { files, etag, lastModified, sha256 };
}

type Limits = { maxBytes: number; timeoutMs: number };

async function toFiles(feed: Feed, content: Buffer, limits: Limits): Promise<ReadFile[]> {
  if (feed.format === "netflix") return readNetflix(content, limits);
  if (feed.format === "ecb-xml") return [await readEcb(feed, content, limits)];
  return [...describeSource(feed), ...toImportFiles(feed.format, content)];
}

/** The days of the present file, and those between it and the one that was read last from a file that reaches further back. */
async function readEcb({ address, lastReadOn }: Feed, present: Buffer, limits: Limits): Promise<ReadFile> {
  const days = readEcbDays(present);
  const newest = days[0]?.time ?? "";
  const longer = findLongerFile(address, lastReadOn, newest);
  if (longer === null) return toEcbFile(days);
  const fetched = await fetchGuarded(longer, { etag: null, lastModified: null, ...limits });
  if (fetched.kind === "unchanged") throw new FetchFailed("it answered 304 to a first question");
  const between = readEcbDays(fetched.content).filter(({ time }) => time > (lastReadOn ?? "") && time < newest);
  return toEcbFile([...days, ...between]);
}

/** Its row in the table of sources, as it was approved at the desk. */
function describeSource({ id, name, publisher, address, license, attribution }: Feed): ReadFile[] {
  if (attribution === null) return [];
  const row = { id, name, publisher, url: new URL(address).origin, license, attribution };
  return [{ name: "sources.csv", content: Buffer.from(toCsvText(Object.keys(row), [row])) }];
}

async function readNetflix(listing: Buffer, limits: Limits): Promise<ReadFile[]> {
  const newest = findNewestDay(listing);
  const day = await fetchGuarded(newest.address, { etag: null, lastModified: null, ...limits });
  if (day.kind === "unchanged") throw new FetchFailed("it answered 304 to a first question");
  return [await toPriceFile(day.content, newest)];
}

/** Withdraws an undecided change set of the same feed, which is outdated; rates that are held back wait on. */
async function store(feed: Feed, { files }: Reading, askedBy?: string): Promise<number> {
  const older = await db().changeSet.findMany({
    where: { feedId: feed.id, state: { in: ["draft", "waiting"] }, heldFromId: null },
    select: { id: true },
  });
  for (const { id } of older)
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

async function settle(feed: Feed, id: number): Promise<Extract<Refreshed, { changeSetId: number }>> {
  await jobs().start(id);
  const set = await findChangeSet(id);
  const whole = await findHeldSetId(id);
  if (whole !== null) return { kind: "waiting", changeSetId: whole };
  if (set?.preview && set.preview.faults.count === 0 && !set.preview.hasChanges) {
    await db().$transaction((tx) => withdrawChangeSet(id, tx, "It says nothing new."));
    return { kind: "nothing new", changeSetId: id };
  }
  if (set?.state !== "waiting") return { kind: "faulty", changeSetId: id };
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

async function recordAsked({ id }: Feed, reading: Reading | null): Promise<void> {
  const retryAt = new Date(currentTime().getTime() + ASK_AGAIN_HOURS * MS_PER_HOUR);
  await db().feed.updateMany({
    where: { id },
    data: {
      askedAt: currentTime(),
      failures: 0,
      failure: null,
      retryAt,
      ...(reading && { etag: reading.etag, lastModified: reading.lastModified, sha256: reading.sha256 }),
    },
  });
  await followPublished();
}

async function recordFailure({ id, failures }: Feed, failure: string): Promise<void> {
  const now = currentTime();
  await db().feed.updateMany({
    where: { id },
    data: {
      askedAt: now,
      failures: failures + 1,
      failure: failure.slice(0, 500),
      retryAt: retryAfter(failures + 1, now),
    },
  });
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
