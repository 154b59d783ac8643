import "server-only";
import type { Prisma, PrismaClient } from "@/prisma/client/client";

export type AuditEvent = {
  /** Null when no member of the staff acted, but the command line for example. */
  actorId: string | null;
  /** E-mail address of the member, or "command line". */
  actor: string;
  /** Code of the action, such as key.create. */
  action: string;
  targetType: string;
  targetId?: string;
  targetName?: string;
  before?: object;
  after?: object;
  address?: string;
  /** Identifies the form that requested the action. */
  formId?: string;
};

/**
 * Finds what an earlier copy of this form made or changed; null for the first copy. Locks the form's id until the transaction ends: of two
 * copies that arrive at once, the second waits and finds the event of the first.
 */
export async function findRecorded(tx: Prisma.TransactionClient, formId: string): Promise<string | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${formId}, 0))`;
  const event = await tx.auditEvent.findUnique({ where: { formId }, select: { targetId: true } });
  return event?.targetId ?? null;
}

/** Adds an event in the transaction of its change. The caller must leave secrets out. */
export async function recordAudit(client: Prisma.TransactionClient | PrismaClient, event: AuditEvent): Promise<void> {
  await client.auditEvent.createMany({ data: [event] });
}
