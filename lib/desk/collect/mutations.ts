import "server-only";
import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import type { ActiveKey } from "@/lib/access/keys/lookup";
import type { Problem } from "@/lib/api/problem";
import { writeFile } from "@/lib/desk/changes/files/write-files";
import { insertChangeSet, withdrawChangeSet } from "@/lib/desk/changes/mutations";
import { MAX_FILE_BYTES } from "@/lib/desk/changes/schema";
import { connectClient } from "@/lib/platform/database-client";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Prisma } from "@/prisma/client/client";
import { BEING_RECEIVED, EMPTY, OTHER_CONTENT, TOO_LARGE, TOO_MANY_OPEN } from "./problems";
import type { Collected } from "./schema";

/** Undecided change sets of a key. */
const OPEN_AT_MOST = 20;
const FILE_NAME = "readings.ndjson";

type Sent = { key: ActiveKey; address: string; idempotencyKey: string | null; content: AsyncIterable<Uint8Array> };
export type Stored = { id: number; isNew: boolean };

class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/**
 * Stores readings as a change set of their own in one transaction; what breaks off leaves nothing. The same
 * Idempotency-Key with the same readings gives the change set that is there. Throws errors of pg and of the body.
 */
export async function storeReadings(sent: Sent): Promise<Stored | Problem> {
  const client = await connectClient(env().DATABASE_URL, "collect");
  try {
    await client.query("BEGIN");
    const stored = await storeOnce(client, sent);
    await client.query("COMMIT");
    return stored;
  } catch (error) {
    if (error instanceof Refused) return error.problem;
    throw error;
  } finally {
    // Rolls back what was not committed.
    await client.end();
  }
}

async function storeOnce(client: ClientBase, sent: Sent): Promise<Stored> {
  const { key, idempotencyKey } = sent;
  if (idempotencyKey !== null) {
    const known = await findKnown(client, key.id, idempotencyKey);
    if (known !== null) {
      if ((await hashContent(sent.content)) !== known.sha256) throw new Refused(OTHER_CONTENT);
      return { id: known.id, isNew: false };
    }
  }
  // Before the readings arrive, and again with them.
  await checkOpen(client, key.id);
  return { id: await insertReadings(client, sent), isNew: true };
}

async function checkOpen(client: ClientBase, keyId: string): Promise<void> {
  const { rows } = await client.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM change_set s JOIN collection c ON c.change_set_id = s.id
     WHERE c.key_id = $1 AND s.state IN ('draft', 'waiting', 'approved')`,
    [keyId],
  );
  if ((rows[0]?.open ?? 0) >= OPEN_AT_MOST) throw new Refused(TOO_MANY_OPEN);
}

async function findKnown(client: ClientBase, keyId: string, idempotencyKey: string) {
  const { rows: locks } = await client.query<{ held: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS held",
    [`collect ${keyId} ${idempotencyKey}`],
  );
  if (!locks[0]?.held) throw new Refused(BEING_RECEIVED);
  const { rows } = await client.query<{ id: number; sha256: string }>(
    "SELECT change_set_id AS id, sha256 FROM collection WHERE key_id = $1 AND idempotency_key = $2",
    [keyId, idempotencyKey],
  );
  return rows[0] ?? null;
}

async function insertReadings(client: ClientBase, { key, address, idempotencyKey, content }: Sent): Promise<number> {
  const title = `Readings of ${key.name}`;
  const author = `key ${key.name}`;
  const id = await insertChangeSet(client, {
    title,
    origin: "collect",
    author: { id: null, name: author },
    authorIds: await findHolders(client, key.id),
  });
  const { bytes } = await writeFile(client, id, { name: FILE_NAME, content: bound(content) });
  if (bytes === 0) throw new Refused(EMPTY);
  // Calls of a key are counted one after the other, so that two that end at once are not the last place's both.
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`collect ${key.id}`]);
  await checkOpen(client, key.id);
  await client.query(
    `INSERT INTO collection (change_set_id, key_id, idempotency_key, sha256)
     SELECT change_set_id, $2, $3, sha256 FROM change_set_file WHERE change_set_id = $1`,
    [id, key.id, idempotencyKey],
  );
  await client.query(
    `INSERT INTO audit_event (actor, action, target_type, target_id, target_name, after, address)
     VALUES ($1, 'change.collect', 'change', $2, $3, $4, $5)`,
    [author, String(id), title, JSON.stringify({ key: key.id, bytes }), address],
  );
  return id;
}

/** Staff who saw a token of the key: they could have sent it. */
async function findHolders(client: ClientBase, keyId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT created_by_id AS id FROM api_key WHERE id = $1 AND created_by_id IS NOT NULL
     UNION SELECT actor_id FROM audit_event
     WHERE target_type = 'key' AND target_id = $1::text AND action IN ('key.create', 'key.rotate') AND actor_id IS NOT NULL`,
    [keyId],
  );
  return rows.map(({ id }) => id);
}

async function* bound(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.byteLength;
    if (bytes > MAX_FILE_BYTES) throw new Refused(TOO_LARGE);
    yield Buffer.from(piece);
  }
}

async function hashContent(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of bound(content)) hash.update(piece);
  return hash.digest("hex");
}

/** Null until there is one. */
export async function findAnswer(id: number): Promise<unknown> {
  return (await db().collection.findUnique({ where: { changeSetId: id } }))?.answer ?? null;
}

/** Takes back what failed on our side, so that the same readings sent again are checked again. */
export async function clearFailure(id: number): Promise<void> {
  await db().changeSet.updateMany({
    where: { id, state: "draft", failure: { not: null } },
    data: { failure: null },
  });
}

/**
 * Keeps the first answer, and withdraws earlier drafts of the key that have faults or say nothing new. One without a preview
 * stays: it was sent back, or is being checked again for a person who waits for it.
 */
export async function keepAnswer(keyId: string, answer: Collected): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.collection.updateMany({
      where: { changeSetId: answer.change_set, answer: { equals: Prisma.DbNull } },
      data: { answer },
    });
    const useless = await tx.changeSet.findMany({
      where: {
        id: { lt: answer.change_set },
        state: "draft",
        preview: { not: Prisma.DbNull },
        collection: { keyId, NOT: { answer: { equals: Prisma.DbNull } } },
      },
      select: { id: true },
    });
    for (const { id } of useless) await withdrawChangeSet(id, tx, "Later readings of the same key took its place.");
  });
}
