import "server-only";
import type { StoredPasskey } from "@/lib/access/staff/passkeys/data";
import type { Passkey } from "@/lib/access/staff/passkeys/schema";
import type { StaffMember, StaffSession } from "@/lib/access/staff/roles/schema";
import { hashSetupToken } from "@/lib/access/staff/set-up/token/rules";
import { MS_PER_DAY } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Prisma } from "@/prisma/client/client";

export async function listStaff(): Promise<StaffMember[]> {
  const now = currentTime();
  const rows = await db().staff.findMany({
    orderBy: [{ active: "desc" }, { email: "asc" }],
    include: { _count: { select: { sessions: { where: { expiresAt: { gt: now } } }, passkeys: true } } },
  });
  return rows.map(({ id, email, role, active, createdAt, lastSignInAt, linkAskedAt, ...row }) => ({
    id,
    email,
    role,
    active,
    createdAt,
    lastSignInAt,
    linkAskedAt,
    hasPassword: toUsable(row.passwordHash) !== null,
    passkeys: row._count.passkeys,
    linkExpiresAt: row.setupExpiresAt !== null && row.setupExpiresAt > now ? row.setupExpiresAt : null,
    sessions: row._count.sessions,
  }));
}

export function countStaff(): Promise<number> {
  return db().staff.count();
}

export async function findActiveId(email: string): Promise<string | null> {
  const staff = await db().staff.findFirst({ where: { email, active: true }, select: { id: true } });
  return staff?.id ?? null;
}

/** Active members only; each value is null when missing. */
export async function findCredentials(email: string): Promise<{ id: string | null; passwordHash: string | null }> {
  const staff = await db().staff.findFirst({
    where: { email, active: true },
    select: { id: true, passwordHash: true },
  });
  return { id: staff?.id ?? null, passwordHash: toUsable(staff?.passwordHash ?? null) };
}

export const hasPasswords = (): boolean => env().STAFF_PASSWORDS === "1";

const toUsable = (passwordHash: string | null): string | null => (hasPasswords() ? passwordHash : null);

/** Of an active member. */
export function findPasskey(
  credentialId: string,
): Promise<(StoredPasskey & { name: string; staff: { email: string } }) | null> {
  return db().passkey.findFirst({
    where: { credentialId, staff: { active: true } },
    include: { staff: { select: { email: true } } },
  });
}

/** The newest first. */
export function listPasskeys(staffId: string): Promise<(Passkey & { credentialId: string })[]> {
  return db().passkey.findMany({
    where: { staffId },
    omit: { publicKey: true, counter: true },
    orderBy: { createdAt: "desc" },
  });
}

/** Newest first; the address is that of the audit trail. */
export async function listSessions(staffId: string): Promise<StaffSession[]> {
  const rows = await db().staffSession.findMany({
    where: { staffId, expiresAt: { gt: currentTime() } },
    orderBy: { createdAt: "desc" },
    take: MAX_SESSIONS,
  });
  const events = await db().auditEvent.findMany({
    where: { action: "session.begin", targetId: { in: rows.map(({ id }) => id) } },
    select: { targetId: true, address: true },
  });
  const addresses = new Map(events.map(({ targetId, address }) => [targetId, address]));
  return rows.map(({ id, createdAt, expiresAt }) => ({
    id,
    at: createdAt,
    expiresAt,
    address: addresses.get(id) ?? null,
  }));
}

export function findMember(id: string): Promise<{ email: string; hasPassword: boolean } | null> {
  return db()
    .staff.findUnique({ where: { id }, select: { email: true, passwordHash: true } })
    .then((row) => row && { email: row.email, hasPassword: toUsable(row.passwordHash) !== null });
}

const MAX_SESSIONS = 100;
const TOLD_DAYS = 30;

/** Links that were made for this person since the sign-in before this one, or in the last 30 days. */
export async function listLinksMade(staffId: string): Promise<{ at: Date; by: string }[]> {
  const signIns = await db().auditEvent.findMany({
    where: { action: "session.begin", actorId: staffId },
    orderBy: { id: "desc" },
    take: 2,
    select: { at: true },
  });
  const month = new Date(currentTime().getTime() - TOLD_DAYS * MS_PER_DAY);
  const before = signIns[1]?.at ?? month;
  const events = await db().auditEvent.findMany({
    where: {
      action: "staff.link",
      targetId: staffId,
      after: { equals: Prisma.DbNull },
      at: { gt: before < month ? before : month },
    },
    orderBy: { id: "desc" },
    take: 10,
    select: { at: true, actor: true },
  });
  return events.map(({ at, actor }) => ({ at, by: actor }));
}

export async function findSetupEmail(token: string): Promise<string | null> {
  const staff = await db().staff.findFirst({
    where: { setupHash: hashSetupToken(token), setupExpiresAt: { gt: currentTime() }, active: true },
    select: { email: true },
  });
  return staff?.email ?? null;
}
