import "server-only";
import { db } from "@/lib/platform/db";
import type { Prisma, PrismaClient } from "@/prisma/client/client";

export type AuditEvent = {
  /** Null when no staff member acted, for example on the command line. */
  actorId: string | null;
  actor: string;
  action: string;
  targetType: string;
  targetId?: string;
  targetName?: string;
  before?: object;
  after?: object;
  address?: string;
};

/** Erases client addresses of events that are older than 90 days. */
export async function eraseClientAddresses(): Promise<void> {
  await db().$executeRaw`SELECT erase_client_addresses()`;
}

/**
 * Adds an event in the transaction of its change. The caller must leave secrets out. `sentId`: of what led to it, where that
 * counts once; throws when it has counted before.
 */
export async function recordAudit(
  client: Prisma.TransactionClient | PrismaClient,
  event: AuditEvent,
  sentId: string | null = null,
): Promise<void> {
  const sent = sentId !== null && { create: { id: sentId } };
  await client.auditEvent.create({ data: { ...event, ...(sent && { sent }) }, select: { id: true } });
}
