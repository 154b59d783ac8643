import "server-only";
import { forgiveAttempts } from "@/lib/access/staff/attempts/mutations";
import { removeAllPasskeys } from "@/lib/access/staff/passkeys/mutations";
import { SETUP_LINK_SECONDS } from "@/lib/access/staff/roles/rules";
import type { Role } from "@/lib/access/staff/roles/schema";
import { endAllSessions, endOtherSessions } from "@/lib/access/staff/sessions/mutations";
import { hashSetupToken, makeOneTimeToken } from "@/lib/access/staff/set-up/token/rules";
import { currentTime } from "@/lib/platform/clock";
import type { Prisma } from "@/prisma/client/client";

type Tx = Prisma.TransactionClient;
type Member = { id: string; email: string; role: Role; active: boolean };
export type StaffRefusal = "unknown" | "known" | "last-owner";

const MEMBER = { id: true, email: true, role: true, active: true } as const;

export async function addStaff(tx: Tx, { email, role }: Pick<Member, "email" | "role">): Promise<Member | "known"> {
  const [added] = await tx.staff.createManyAndReturn({ data: [{ email, role }], skipDuplicates: true, select: MEMBER });
  return added ?? "known";
}

/** Replaces an earlier token; valid for 24 hours. Stores only its hash. */
export async function makeSetupToken(tx: Tx, id: string): Promise<{ member: Member; token: string } | "unknown"> {
  const token = makeOneTimeToken();
  const setupExpiresAt = new Date(currentTime().getTime() + SETUP_LINK_SECONDS * 1000);
  const [member] = await tx.staff.updateManyAndReturn({
    where: { id, active: true },
    data: { setupHash: hashSetupToken(token), setupExpiresAt },
    select: MEMBER,
  });
  return member ? { member, token } : "unknown";
}

/** Hours for which a wish for a link waits for another owner. */
const WISH_HOURS = 24;

/**
 * A link for somebody who can sign in already: made where another owner asked for it, or where there is no other owner;
 * else "asked", and it waits.
 */
export async function makeLinkByTwo(
  tx: Tx,
  id: string,
  by: string,
): Promise<{ member: Member; token: string } | { member: Member; asked: true } | "unknown"> {
  const owners = await lockOwners(tx);
  const known = await tx.staff.findUnique({ where: { id } });
  if (!known?.active) return "unknown";
  const isInUse = known.passwordHash !== null || known.lastSignInAt !== null;
  const since = new Date(currentTime().getTime() - WISH_HOURS * 3_600_000);
  const isWished = known.linkAskedById !== null && known.linkAskedById !== by && (known.linkAskedAt ?? since) > since;
  if (!isInUse || isWished || owners.every((owner) => owner.id === by)) {
    await tx.staff.update({ where: { id }, data: { linkAskedById: null, linkAskedAt: null } });
    return makeSetupToken(tx, id);
  }
  const member = await tx.staff.update({
    where: { id },
    data: { linkAskedById: by, linkAskedAt: currentTime() },
    select: MEMBER,
  });
  return { member, asked: true };
}

/** Uses up the token and ends every earlier sign-in and way in. */
export async function redeemSetupToken(
  tx: Tx,
  token: string,
  passwordHash: string | null,
): Promise<Member | "unknown"> {
  const [member] = await tx.staff.updateManyAndReturn({
    where: { setupHash: hashSetupToken(token), setupExpiresAt: { gt: currentTime() }, active: true },
    data: { passwordHash, setupHash: null, setupExpiresAt: null },
    select: MEMBER,
  });
  if (!member) return "unknown";
  await endAllSessions(member.id, tx);
  await removeAllPasskeys(tx, member.id);
  await forgiveAttempts(member.email, null, tx);
  return member;
}

/** With `keptSession` the member changes it; without, it takes the place of every earlier way in. */
export async function setPassword(tx: Tx, id: string, passwordHash: string, keptSession?: string): Promise<void> {
  const data = { passwordHash, setupHash: null, setupExpiresAt: null };
  const { email } = await tx.staff.update({ where: { id }, data, select: { email: true } });
  if (keptSession === undefined) {
    await endAllSessions(id, tx);
    await removeAllPasskeys(tx, id);
  } else await endOtherSessions(id, keptSession, tx);
  await forgiveAttempts(email, null, tx);
}

export async function changeRole(tx: Tx, id: string, role: Role): Promise<Member | StaffRefusal> {
  return changeMember(tx, id, { role });
}

/** Disabling ends every sign-in and the set-up link. Returns the member as it was before. */
export async function setActive(tx: Tx, id: string, active: boolean): Promise<Member | StaffRefusal> {
  const before = await changeMember(tx, id, active ? { active } : { active, setupHash: null, setupExpiresAt: null });
  if (typeof before !== "string" && !active) await endAllSessions(id, tx);
  return before;
}

/** Locks active owners until the commit, so that the last two cannot both step down. */
export function lockOwners(tx: Tx): Promise<{ id: string; email: string }[]> {
  return tx.$queryRaw`SELECT id, email FROM staff WHERE role = 'owner' AND active ORDER BY id FOR UPDATE`;
}

async function changeMember(tx: Tx, id: string, data: Prisma.StaffUpdateInput): Promise<Member | StaffRefusal> {
  const owners = await lockOwners(tx);
  const before = await tx.staff.findUnique({ where: { id }, select: MEMBER });
  if (!before) return "unknown";
  const remainsOwner = (data.role ?? before.role) === "owner" && (data.active ?? before.active) === true;
  if (!remainsOwner && owners.every((owner) => owner.id === id) && owners.length > 0) return "last-owner";
  await tx.staff.update({ where: { id }, data });
  return before;
}
