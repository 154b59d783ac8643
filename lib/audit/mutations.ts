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
};

/** Adds to the audit log, in the transaction of what it tells about. The caller keeps secrets out of it. */
export async function recordAudit(client: Prisma.TransactionClient | PrismaClient, event: AuditEvent): Promise<void> {
  await client.auditEvent.create({ data: event });
}
