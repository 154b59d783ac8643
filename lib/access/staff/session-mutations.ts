import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "@/lib/access/audit/mutations";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";
import { SESSION_SECONDS } from "./rules";
import type { SignedIn } from "./schema";

/** Content of the session cookie; valid only with the rows that it names. */
export const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), version: z.int() });
export type Claims = z.infer<typeof Claims>;

/** Ends the one of the same browser, `former`. Returns null unless the member is active. */
export async function beginSession(
  staffId: string,
  from: { provider: string; address: string; former: string | null },
): Promise<Claims | null> {
  return db().$transaction(async (tx) => {
    const now = new Date();
    const [staff] = await tx.staff.updateManyAndReturn({
      where: { id: staffId, active: true },
      data: { lastSignInAt: now },
      select: { id: true, email: true, sessionVersion: true },
    });
    if (!staff) return null;
    await tx.staffSession.deleteMany({ where: { expiresAt: { lte: now } } });
    if (from.former !== null) await endSession(from.former, staff.id, tx);
    const sid = randomUUID();
    const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
    await tx.staffSession.create({ data: { id: sid, staffId, expiresAt } });
    await recordAudit(tx, {
      ...{ actorId: staff.id, actor: staff.email, action: "session.begin", address: from.address },
      ...{ targetType: "session", targetId: sid, after: { provider: from.provider } },
    });
    return { sub: staff.id, sid, version: staff.sessionVersion };
  });
}

/** Null once the session has ended or the member was disabled. */
export async function findSession({ sub, sid, version }: Claims): Promise<SignedIn | null> {
  const session = await db().staffSession.findFirst({
    where: { id: sid, staffId: sub, expiresAt: { gt: new Date() }, staff: { active: true, sessionVersion: version } },
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
      ...{ actorId: staff.id, actor: staff.email, action: "session.end", address },
      ...{ targetType: "session", targetId: sid },
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
