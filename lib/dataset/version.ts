import "server-only";
import { ChannelListener } from "@/lib/platform/listen";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { findRow } from "@/lib/platform/read-row";
import { currentReading } from "@/lib/platform/reading";
import { repeat } from "@/lib/platform/repeat";
import { Prisma } from "@/prisma/client/client";

/** Identity of a dataset version. */
export type Version = { id: number; version: string; publishedAt: Date };

/** A dataset version that was published, with what became of it. */
export type DatasetVersion = Version & {
  /** The ledger can give it again; false for versions that are older than the ledger. */
  inLedger: boolean;
  /** Observations and rates of it that were erased since. */
  redacted: number;
};

/** PostgreSQL channel that announces each new dataset version. */
export const DATASET_CHANNEL = "price_atlas_dataset";
const POLL_MS = 1_000;

/** Newest dataset version as known to this process: updated by notification, and by polling in case one is lost. */
class VersionWatch {
  #current: Version | null = null;
  #first: Promise<void> | null = null;
  #listener: ChannelListener | null = null;
  #endPolling: (() => void) | null = null;
  #onPublish: ((version: Version) => void) | null = null;

  /** Sets what is called when this process learns of a publish. */
  onPublish(listener: (version: Version) => void): void {
    this.#onPublish = listener;
  }

  async current(): Promise<Version | null> {
    this.#first ??= outsideRequests(() => this.#begin());
    await this.#first.catch((error) => {
      this.#first = null;
      throw error;
    });
    return this.#current;
  }

  /** Known version, without waiting; null before the first answer of the database. */
  known(): Version | null {
    return this.#current;
  }

  /** Reads the version from the database now. */
  async refresh(): Promise<Version | null> {
    await outsideRequests(() => this.#refresh());
    return this.#current;
  }

  async #begin(): Promise<void> {
    await this.#refresh();
    this.#listener ??= new ChannelListener(DATASET_CHANNEL, () => void this.#refresh().catch(() => {}));
    this.#endPolling ??= repeat(() => this.#refresh(), POLL_MS);
  }

  async #refresh(): Promise<void> {
    // A prepared statement past the Prisma client: every page asks for this once, and each process once a second.
    const newest = await findRow<Version>(Prisma.sql`
      SELECT id, version, published_at AS "publishedAt" FROM dataset_version ORDER BY id DESC LIMIT 1`);
    if (newest === null || newest.id === this.#current?.id) return;
    const isPublish = this.#current !== null;
    this.#current = newest;
    if (isPublish) this.#onPublish?.(newest);
  }

  async close(): Promise<void> {
    this.#endPolling?.();
    await this.#listener?.close();
  }
}

const watch = processSingleton("dataset-version", () => new VersionWatch());

/**
 * Dataset version that the caller reads from: the one it asked for, else the newest, at most 2 s after its publish; null
 * before the first publish. Only the first call reads the database, so later ones also succeed while the database is
 * unavailable.
 */
export async function currentVersion(): Promise<Version | null> {
  return currentReading()?.version ?? watch.current();
}

/** Newest version that this process knows, without waiting; null before `currentVersion` first resolved. */
export function knownVersion(): Version | null {
  return watch.known();
}

/** Sets what is called when this process learns of a publish. */
export function onPublish(listener: (version: Version) => void): void {
  watch.onPublish(listener);
}

/** Newest version, read from the database now. */
export function refreshVersion(): Promise<Version | null> {
  return watch.refresh();
}

/** Stops watching, when the process stops. */
export function closeVersionWatch(): Promise<void> {
  return watch.close();
}
