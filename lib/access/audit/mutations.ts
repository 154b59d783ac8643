import "server-only";
import type { Prisma, PrismaClient } from "@/prisma/client/client";

export type AuditEvent = {
  /** Null: no person of the staff, such as the command line. */
  actorId: string | null;
  /** E-mail address of the person, or "command line". */
  actor: string;
  /** What was done, such as key.create. */
  action: string;
  targetType: string;
  targetId?: string;
  targetName?: string;
  before?: object;
  after?: object;
  address?: string;
  /** Identifies the form that asked for it. */
  formId?: string;
};

/**
 * Finds the event that the form wrote when it was carried out before. Until the transaction ends, the same form waits
 * here: of two that arrive at one moment, the second sees the event of the first.
 */
export async function findRecorded(
  tx: Prisma.TransactionClient,
  formId: string,
): Promise<{ at: Date; targetId: string | null } | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${formId}, 0))`;
  return tx.auditEvent.findUnique({ where: { formId }, select: { at: true, targetId: true } });
}

/** Adds to the audit log, in the transaction of what it tells about. The caller keeps secrets out of it. */
export async function recordAudit(client: Prisma.TransactionClient | PrismaClient, event: AuditEvent): Promise<void> {
  await client.auditEvent.createMany({ data: [event] });
}
