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
  formId?: string;
};

/**
 * Finds the event of an earlier copy of this form, else null. Locks the form's id, so that the second of two
 * concurrent copies waits.
 */
export async function findRecorded(tx: Prisma.TransactionClient, formId: string): Promise<string | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${formId}, 0))`;
  const event = await tx.auditEvent.findUnique({ where: { formId }, select: { targetId: true } });
  return event?.targetId ?? null;
}

/** Erases client addresses of events that are older than 90 days. */
export async function eraseClientAddresses(): Promise<void> {
  await db().$executeRaw`SELECT erase_client_addresses()`;
}

/** Adds an event in the transaction of its change. The caller must leave secrets out. */
export async function recordAudit(client: Prisma.TransactionClient | PrismaClient, event: AuditEvent): Promise<void> {
  await client.auditEvent.createMany({ data: [event] });
}
