import "server-only";
import { db } from "@/lib/platform/db";
import { ChannelListener } from "@/lib/platform/listen";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";

/** What identifies the dataset that is served. */
export type Version = { id: number; version: string; publishedAt: Date };

/** Channel of PostgreSQL that names each new dataset version. */
export const DATASET_CHANNEL = "price_atlas_dataset";
const POLL_MS = 1_000;

/** The newest published dataset as this process knows it: notified at once, polled as the fallback. */
class VersionWatch {
  #current: Version | null = null;
  #first: Promise<void> | null = null;
  #listener: ChannelListener | null = null;
  #timer: NodeJS.Timeout | null = null;

  async current(): Promise<Version | null> {
    this.#first ??= outsideRequests(() => this.#begin());
    await this.#first.catch((error) => {
      this.#first = null;
      throw error;
    });
    return this.#current;
  }

  /** What is known already, without waiting; null before the first answer of the database. */
  known(): Version | null {
    return this.#current;
  }

  /** Asks the database now. */
  async refresh(): Promise<Version | null> {
    await this.#refresh();
    return this.#current;
  }

  async #begin(): Promise<void> {
    await this.#refresh();
    const refresh = () => void this.#refresh().catch(() => {});
    this.#listener ??= new ChannelListener(DATASET_CHANNEL, refresh);
    this.#timer ??= setInterval(refresh, POLL_MS).unref();
  }

  async #refresh(): Promise<void> {
    const newest = await db().datasetVersion.findFirst({
      orderBy: { id: "desc" },
      select: { id: true, version: true, publishedAt: true },
    });
    if (newest && newest.id !== this.#current?.id) this.#current = newest;
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#listener?.close();
  }
}

const watch = processSingleton("dataset-version", () => new VersionWatch());

/**
 * The dataset version that is served, at most 2 s after it was published; null before the first publish.
 * Asks the database only once, so it also answers while the database is away.
 */
export function currentVersion(): Promise<Version | null> {
  return watch.current();
}

/** The version that this process serves, without waiting; null before `currentVersion` was first answered. */
export function knownVersion(): Version | null {
  return watch.known();
}

/** The newest version, asked of the database now. */
export function refreshVersion(): Promise<Version | null> {
  return watch.refresh();
}

/** Ends the watch, for a process that stops. */
export function closeVersionWatch(): Promise<void> {
  return watch.close();
}
