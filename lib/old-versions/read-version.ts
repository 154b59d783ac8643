import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import pLimit from "p-limit";
import { DatabaseError, type Pool } from "pg";
import type { DatasetVersion, Version } from "@/lib/dataset/version";
import { openSchemaPool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { type Reading, readFrom } from "@/lib/platform/reading";
import { PrismaClient } from "@/prisma/client/client";
import { buildSchema } from "./build-version";
import { dropUnusedSchemas } from "./drop-versions";
import { holdSchema, OldVersionsForbidden, SchemaDropped, toSchemaName } from "./schema-lock";

/** Longest wait for a version that is being built. */
const WAIT_MS = 10_000;
/** Versions that wait to be built; more are refused at once. */
const MAX_WAITING = 8;

/** Times that a version is built for one caller, where other processes drop it before it is held. */
const MAX_ATTEMPTS = 3;

/** PostgreSQL: insufficient privilege. */
const NOT_ALLOWED = "42501";

/** Thrown where a version is not built within the time that a request may wait; it goes on being built. */
export class VersionNotReady extends Error {
  constructor({ version }: Version) {
    super(`the dataset version ${version} is being built`);
  }
}

type Opened = { reading: Reading; users: number };

/** Old versions that this process reads from, the least recently used first. */
class OldVersions {
  readonly #opened = new Map<string, Opened>();
  readonly #opening = new Map<string, Promise<true>>();
  readonly #limit = pLimit(1);

  async read<T>(version: DatasetVersion, work: () => Promise<T>): Promise<T> {
    const schema = await toSchemaName(version);
    const opened = this.#opened.get(schema);
    if (opened === undefined) {
      await this.#wait(version, schema);
      return this.read(version, work);
    }
    opened.users += 1;
    this.#opened.delete(schema);
    this.#opened.set(schema, opened);
    try {
      return await readFrom(opened.reading, work);
    } catch (error) {
      if (!(error instanceof SchemaDropped)) throw error;
      // After a restart of the database nobody held it.
      this.#opened.delete(schema);
      throw new VersionNotReady(version);
    } finally {
      opened.users -= 1;
      this.#closeUnused(env().HISTORY_VERSIONS);
    }
  }

  /** Closes versions beyond so many, the least recently used first, but for those that are being read. */
  #closeUnused(kept: number): void {
    for (const [schema, { reading, users }] of this.#opened) {
      if (this.#opened.size <= kept) return;
      if (users > 0) continue;
      this.#opened.delete(schema);
      outsideRequests(() => void close(reading).catch(logFault));
    }
  }

  /** Closes those of which something was erased since. */
  async closeRedacted(published: readonly DatasetVersion[]): Promise<void> {
    const names = new Set(await Promise.all(published.map(toSchemaName)));
    for (const [schema, { reading }] of this.#opened) {
      if (names.has(schema)) continue;
      this.#opened.delete(schema);
      await close(reading);
    }
  }

  async closeAll(): Promise<void> {
    const all = [...this.#opened.values()];
    this.#opened.clear();
    await Promise.all(all.map(({ reading }) => close(reading)));
  }

  async #wait(version: DatasetVersion, schema: string): Promise<void> {
    const opening = this.#opening.get(schema) ?? this.#begin(version, schema);
    const waited = new AbortController();
    const late = sleep(WAIT_MS, null, { signal: waited.signal, ref: false }).catch(() => null);
    const isOpen = await Promise.race([opening, late]).finally(() => waited.abort());
    if (isOpen === null) throw new VersionNotReady(version);
  }

  #begin(version: DatasetVersion, schema: string): Promise<true> {
    if (this.#opening.size >= MAX_WAITING) throw new VersionNotReady(version);
    const opening = outsideRequests(() => this.#limit(() => this.#open(version, schema))).finally(() =>
      this.#opening.delete(schema),
    );
    opening.catch(() => {});
    this.#opening.set(schema, opening);
    return opening;
  }

  async #open(version: DatasetVersion, schema: string): Promise<true> {
    const started = performance.now();
    const pool = await buildAndHold(version, schema);
    const reading = { version, schema, pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
    this.#opened.set(schema, { reading, users: 0 });
    this.#closeUnused(env().HISTORY_VERSIONS + 1);
    const durationMs = Math.round(performance.now() - started);
    log().info({ version: version.version, durationMs }, "old version opened");
    return true;
  }
}

/**
 * Builds a version where nobody has, and opens connections to it, which hold it. Again where another process dropped it
 * in between. Throws VersionNotReady, OldVersionsForbidden, and errors of pg.
 */
async function buildAndHold(version: DatasetVersion, schema: string, attempts = MAX_ATTEMPTS): Promise<Pool> {
  const pool = openSchemaPool(schema, (client) => holdSchema(client, schema));
  try {
    await buildSchema(env().DATABASE_URL, version, schema);
    (await pool.connect()).release();
    return pool;
  } catch (error) {
    await pool.end();
    if (error instanceof DatabaseError && error.code === NOT_ALLOWED) {
      log().warn("old versions cannot be built: the database role lacks CREATE on the database");
      throw new OldVersionsForbidden();
    }
    if (!(error instanceof SchemaDropped)) throw error;
    if (attempts === 1) throw new VersionNotReady(version);
    return buildAndHold(version, schema, attempts - 1);
  }
}

async function close({ prisma, pool, schema }: Reading): Promise<void> {
  await prisma.$disconnect();
  await pool.end();
  await dropUnusedSchemas(env().DATABASE_URL, schema);
}

function logFault(error: unknown): void {
  log().warn({ error: error instanceof Error ? error.message : "unknown" }, "an old version could not be closed");
}

const versions = processSingleton("old-versions", () => new OldVersions());

/**
 * Runs work whose reads are answered as they were when a version was the newest. Builds the version where nobody has.
 * Throws VersionNotReady, OldVersionsForbidden, and errors of pg.
 */
export function readVersion<T>(version: DatasetVersion, work: () => Promise<T>): Promise<T> {
  return versions.read(version, work);
}

/** Closes and drops old versions of which something was erased since they were built. */
export function closeRedacted(published: readonly DatasetVersion[]): Promise<void> {
  return versions.closeRedacted(published);
}

/** Closes the connections to old versions, when the process stops, and drops what no other process reads from. */
export function closeOldVersions(): Promise<void> {
  return versions.closeAll();
}
