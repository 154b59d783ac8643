import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "@/lib/access/audit/mutations";
import { SESSION_SECONDS } from "@/lib/access/staff/roles/rules";
import type { SignedIn } from "@/lib/access/staff/roles/schema";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";

/** Content of the session cookie; valid only with the rows that it names. */
export const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), version: z.int() });
export type Claims = z.infer<typeof Claims>;

/** `former`: the session that this one replaces; what else is there of the way in stands in the audit trail. */
type From = { provider: string; passkey?: string; address: string; former: string | null };

/** Returns null unless the member is active. `sentId`: of what can be sent once. */
export async function beginSession(
  tx: Prisma.TransactionClient,
  staffId: string,
  { address, former, ...way }: From,
  sentId?: string,
): Promise<Claims | null> {
  const now = currentTime();
  const [staff] = await tx.staff.updateManyAndReturn({
    where: { id: staffId, active: true },
    data: { lastSignInAt: now },
    select: { id: true, email: true, sessionVersion: true },
  });
  if (!staff) return null;
  await tx.staffSession.deleteMany({ where: { expiresAt: { lte: now } } });
  if (former !== null) await endSession(former, staff.id, tx);
  const sid = randomUUID();
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  await tx.staffSession.create({ data: { id: sid, staffId, expiresAt } });
  const event = {
    actorId: staff.id,
    actor: staff.email,
    action: "session.begin",
    address,
    targetType: "session",
    targetId: sid,
    after: way,
  };
  await recordAudit(tx, event, sentId);
  return { sub: staff.id, sid, version: staff.sessionVersion };
}

/** Null once the session has ended or the member was disabled. */
export async function findSession({ sub, sid, version }: Claims): Promise<SignedIn | null> {
  const session = await db().staffSession.findFirst({
    where: {
      id: sid,
      staffId: sub,
      expiresAt: { gt: currentTime() },
      staff: { active: true, sessionVersion: version },
    },
    select: { createdAt: true, staff: { select: { id: true, email: true, role: true } } },
  });
  return session && { ...session.staff, sessionId: sid, signedInAt: session.createdAt };
}

export async function signOut({ sub, sid }: Claims, address: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const staff = await tx.staff.findUnique({ where: { id: sub }, select: { id: true, email: true } });
    const { count } = await tx.staffSession.deleteMany({ where: { id: sid, staffId: sub } });
    if (staff === null || count === 0) return;
    await recordAudit(tx, {
      actorId: staff.id,
      actor: staff.email,
      action: "session.end",
      address,
      targetType: "session",
      targetId: sid,
    });
  });
}

/** False when it has ended. */
export async function endSession(sid: string, staffId: string, tx: Prisma.TransactionClient): Promise<boolean> {
  const { count } = await tx.staffSession.deleteMany({ where: { id: sid, staffId } });
  return count === 1;
}

export async function endAllSessions(staffId: string, tx: Prisma.TransactionClient): Promise<number> {
  await tx.staff.updateMany({ where: { id: staffId }, data: { sessionVersion: { increment: 1 } } });
  const { count } = await tx.staffSession.deleteMany({ where: { staffId } });
  return count;
}

export async function endOtherSessions(staffId: string, current: string, tx: Prisma.TransactionClient): Promise<void> {
  await tx.staffSession.deleteMany({ where: { staffId, id: { not: current } } });
}
