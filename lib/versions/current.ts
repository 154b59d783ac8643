import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { setNewestDay } from "@/lib/platform/clock";
import {
  db,
  endConnections,
  hangsAfterMs,
  hasReplica,
  isOnReplica,
  isReplicaUsed,
  publishedDb,
  switchReplica,
} from "@/lib/platform/db";
import { notices } from "@/lib/platform/notices";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { withTimeout } from "@/lib/platform/timeout";
import { toDay } from "./values";

/** Days are YYYY-MM-DD. */
export type Version = {
  id: number;
  version: string;
  publishedAt: Date;
  dataDate: string;
  /** Null without rates. */
  fxDate: string | null;
  /** Oldest and newest reading of its prices, and the day by which half of them were read; null without prices. */
  dataFrom: string | null;
  dataTo: string | null;
  dataMedian: string | null;
  /** Days whose rates give the band of the index beside those of `fxDate`, oldest first. */
  bandDays: string[];
  prices: number;
  products: number;
  countries: number;
  isPruned: boolean;
  /** Number of observations and rates erased since. */
  redacted: number;
};

export class NoDataset extends Error {
  constructor() {
    super("no dataset has been published yet");
  }
}

const ASKED_EVERY_MS = 1_000;
/** With a known version waits no longer, so that cached answers go on when the database hangs. */
const WAIT_MS = 300;

const state = processSingleton("current-version", () => ({
  known: null as Version | null,
  askedAt: Number.NEGATIVE_INFINITY,
  /** A publish was told of since. */
  isOutdated: false,
  asking: null as Promise<void> | null,
  isAnswering: true,
}));

export const isDatabaseAnswering = (): boolean => state.isAnswering;

/** The next request asks for the newest version; before anything else that a publish wakes. */
export function watchVersions(): () => void {
  return notices().subscribe("version", () => {
    state.isOutdated = true;
  });
}

/**
 * Asks the database after a publish, and once a second all the same: that is how a process learns that the database hangs,
 * and what it promises where no notice comes. Keeps the last version while it does not answer. Null before the first publish.
 */
export async function currentVersion(): Promise<Version | null> {
  if (!state.isOutdated && performance.now() - state.askedAt < ASKED_EVERY_MS) {
    if (state.known !== null || state.asking === null) return state.known;
  } else if (state.asking === null) {
    state.askedAt = performance.now();
    state.isOutdated = false;
    state.asking = outsideRequests(ask).finally(() => {
      state.asking = null;
    });
    state.asking.catch(() => {});
  }
  if (state.known === null) await state.asking;
  else await Promise.race([state.asking, sleep(state.askedAt + WAIT_MS - performance.now())]).catch(() => {});
  return state.known;
}

/** For work beside requests, which can wait for the answer. Null before the first publish. */
export async function readNewestVersion(): Promise<Version | null> {
  do {
    await currentVersion();
    await state.asking?.catch(() => {});
  } while (state.isOutdated);
  return state.known;
}

async function ask(): Promise<void> {
  try {
    const asking = publishedDb().datasetVersion.findFirst({ orderBy: { id: "desc" } });
    const row = await withTimeout(hangsAfterMs(), asking);
    const version = row && toVersion(row);
    // A replica may lag behind what `findVersion` read from the primary.
    if (!hasReplica() || (version?.id ?? 0) >= (state.known?.id ?? 0)) keep(version);
    state.isAnswering = true;
  } catch (error) {
    state.isAnswering = false;
    endConnections();
    throw error;
  }
  if (hasReplica() && !isReplicaUsed()) void tryReplica();
}

function keep(version: Version | null): void {
  state.known = version;
  setNewestDay(version?.dataDate ?? "");
}

/** Reads the replica again once it has the version already shown, so that readers never go back. */
async function tryReplica(): Promise<void> {
  const { known } = state;
  if (known === null) return;
  const isThere = await isOnReplica(known).catch(() => false);
  if (state.known?.id === known.id) switchReplica(isThere);
}

/** Throws NoDataset. */
export async function requireVersion(): Promise<Version> {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  return version;
}

/** Does not ask the database; null before the first read. */
export const knownVersion = (): Version | null => state.known;

/** Null for a name that was never published. */
export async function findVersion(name: string): Promise<Version | null> {
  if (state.known?.version === name) return state.known;
  const find = (client: ReturnType<typeof db>) => client.datasetVersion.findUnique({ where: { version: name } });
  let row = await find(publishedDb());
  if (row === null && isReplicaUsed()) {
    // A version just published is only on the primary.
    row = await find(db());
    if (row !== null) switchReplica(false);
  }
  const version = row && toVersion(row);
  if (version !== null && version.id > (state.known?.id ?? 0)) keep(version);
  return version;
}

type Row = Omit<Version, "dataDate" | "fxDate" | "dataFrom" | "dataTo" | "dataMedian" | "bandDays"> &
  Record<"fxDate" | "dataFrom" | "dataTo" | "dataMedian", Date | null> & { dataDate: Date; bandDays: Date[] };

export function toVersion(row: Row): Version {
  const { id, version, publishedAt, prices, products, countries, isPruned, redacted } = row;
  const days = {
    dataDate: toDay(row.dataDate),
    fxDate: row.fxDate && toDay(row.fxDate),
    dataFrom: row.dataFrom && toDay(row.dataFrom),
    dataTo: row.dataTo && toDay(row.dataTo),
    dataMedian: row.dataMedian && toDay(row.dataMedian),
    bandDays: row.bandDays.map(toDay),
  };
  return { id, version, publishedAt, ...days, prices, products, countries, isPruned, redacted };
}
