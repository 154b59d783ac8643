import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { type DatasetVersion, knownVersion } from "@/lib/dataset/version";
import { findPublishedVersions } from "@/lib/dataset/versions-data";
import { readVersion, VersionNotReady } from "@/lib/old-versions/read-version";
import { holdSchema, nameRelease, OldVersionsForbidden } from "@/lib/old-versions/schema-lock";
import { connectClient } from "@/lib/platform/database-client";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { currentReading } from "@/lib/platform/reading";
import { MOST_VERSIONS } from "./rules";
import { writeChanges } from "./write-changes";

/** Longest wait of a caller for lists that are being written. */
const WAIT_MS = 10_000;

type Pair = { from: DatasetVersion; to: DatasetVersion };

const state = processSingleton("changes", () => ({ writing: null as Promise<void> | null }));

/**
 * Has the changes of each version written that stands after another in `versions`, where they are not yet. One after the
 * other, in the background: throws VersionNotReady where that takes longer than a caller may wait.
 */
export async function prepareChanges(versions: readonly DatasetVersion[]): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const [missing] = await listMissing(versions);
    if (missing === undefined) return;
    state.writing ??= outsideRequests(() => write(missing)).finally(() => {
      state.writing = null;
    });
    const waited = new AbortController();
    const late = sleep(Math.max(0, until - performance.now()), true, { signal: waited.signal, ref: false }).catch(
      () => true,
    );
    const isLate = await Promise.race([state.writing, late]).finally(() => waited.abort());
    if (isLate === true) throw new VersionNotReady(missing.to);
  }
}

/**
 * Has the changes of the newest version written before anyone asks for them, however long that takes. Does nothing where
 * there is no version before it in the ledger, or where old versions cannot be built. Throws errors of pg, and the reason
 * of `signal`.
 */
export async function writeNewestChanges(signal: AbortSignal): Promise<void> {
  const versions = (await findPublishedVersions()).slice(-2);
  if (versions.length < 2 || versions[0]?.inLedger !== true) return;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await prepareChanges(versions);
    } catch (error) {
      if (error instanceof OldVersionsForbidden) return;
      if (!(error instanceof VersionNotReady)) throw error;
    }
  }
}

/** Pairs of successive versions whose changes are not written, or were computed from something else. */
async function listMissing(versions: readonly DatasetVersion[]): Promise<Pair[]> {
  const pairs = versions.slice(1).map((to, at) => ({ from: versions[at] ?? to, to }));
  const { rows } = await pool().query<{ version_id: number; basis: string }>(
    "SELECT version_id, basis FROM change_list WHERE version_id = ANY ($1)",
    [pairs.map(({ to }) => to.id)],
  );
  const basisOf = new Map(rows.map(({ version_id, basis }) => [version_id, basis]));
  const wanted = await Promise.all(pairs.map(async (pair) => ({ pair, basis: await toBasis(pair) })));
  return wanted.filter(({ pair, basis }) => basisOf.get(pair.to.id) !== basis).map(({ pair }) => pair);
}

/** Inputs of a list of changes. */
const toBasis = async ({ from, to }: Pair) => `${from.id} ${from.redacted} ${to.redacted} ${await nameRelease()}`;

async function write(pair: Pair): Promise<void> {
  const { from, to } = pair;
  const schemaOf = async () => currentReading()?.schema ?? "public";
  await readVersion(from, async () => {
    const before = await schemaOf();
    if (knownVersion()?.id !== to.id) return readVersion(to, async () => compare(pair, before, await schemaOf()));
    return compare(pair, before, "public");
  });
}

async function compare(pair: Pair, before: string, after: string): Promise<void> {
  const client = await connectClient(env().DATABASE_URL, "history");
  try {
    for (const schema of [before, after]) if (schema !== "public") await holdSchema(client, schema);
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SET LOCAL jit = off");
    // Another version was published meanwhile: the caller asks again.
    if (after === "public" && !(await isNewest(client, pair.to))) return;
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('price-atlas changes', 0))");
    await writeChanges(client, { versionId: pair.to.id, before, after }, await toBasis(pair));
    await client.query("DELETE FROM change_list WHERE version_id <= $1", [pair.to.id - 2 * MOST_VERSIONS]);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

async function isNewest(client: Client, { id }: DatasetVersion): Promise<boolean> {
  const { rows } = await client.query<{ id: number }>("SELECT max(id) AS id FROM dataset_version");
  return rows[0]?.id === id;
}
