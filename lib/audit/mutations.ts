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
  /** The form that asked for it. */
  formId?: string;
};

/** Thrown when a form was carried out before: its transaction has to be rolled back. */
export class AlreadyRecorded extends Error {}

/**
 * Adds to the audit log, in the transaction of what it tells about. The caller keeps secrets out of it. Throws
 * AlreadyRecorded for the second event of one form, also when both are written at the same moment.
 */
export async function recordAudit(client: Prisma.TransactionClient | PrismaClient, event: AuditEvent): Promise<void> {
  const { count } = await client.auditEvent.createMany({ data: [event], skipDuplicates: true });
  if (count === 0) throw new AlreadyRecorded("the form was sent before");
}
