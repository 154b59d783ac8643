import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool } from "pg";
import type { PrismaClient } from "@/prisma/client/client";
import { outsideRequests, processSingleton } from "./process-singleton";

/** Dataset that a request reads from where it is not the newest: a schema of its own, with the connections to it. */
export type Reading = {
  version: { id: number; version: string; publishedAt: Date; redacted: number };
  /** Its tables and views hide those of `public` that have their names. */
  schema: string;
  pool: Pool;
  prisma: PrismaClient;
};

const readings = processSingleton("reading", () => new AsyncLocalStorage<Reading>());

/** Dataset that the caller reads from; null for the newest. */
export const currentReading = (): Reading | null => readings.getStore() ?? null;

/** Runs work whose reads are answered from a dataset of its own. */
export function readFrom<T>(reading: Reading, work: () => T): T {
  return readings.run(reading, work);
}

/** Runs work that several requests share, detached from the request that started it, but for what that reads from. */
export function outsideKeepingReading<T>(work: () => T): T {
  const reading = currentReading();
  return outsideRequests(() => (reading === null ? work() : readFrom(reading, work)));
}
