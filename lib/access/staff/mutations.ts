import "server-only";
import type { Prisma } from "@/prisma/client/client";
import { forgiveAttempts } from "./attempt-mutations";
import { SETUP_LINK_SECONDS } from "./rules";
import type { Role } from "./schema";
import { endAllSessions, endOtherSessions } from "./session-mutations";
import { hashSetupToken, makeOneTimeToken } from "./setup-token-rules";

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
  const setupExpiresAt = new Date(Date.now() + SETUP_LINK_SECONDS * 1000);
  const [member] = await tx.staff.updateManyAndReturn({
    where: { id, active: true },
    data: { setupHash: hashSetupToken(token), setupExpiresAt },
    select: MEMBER,
  });
  return member ? { member, token } : "unknown";
}

/** Uses up the token and ends every earlier sign-in. */
export async function redeemSetupToken(tx: Tx, token: string, passwordHash: string): Promise<Member | "unknown"> {
  const [member] = await tx.staff.updateManyAndReturn({
    where: { setupHash: hashSetupToken(token), setupExpiresAt: { gt: new Date() }, active: true },
    data: { passwordHash, setupHash: null, setupExpiresAt: null },
    select: MEMBER,
  });
  if (!member) return "unknown";
  await endAllSessions(member.id, tx);
  await forgiveAttempts(member.email, tx);
  return member;
}

export async function setPassword(tx: Tx, id: string, passwordHash: string, keptSession?: string): Promise<void> {
  const data = { passwordHash, setupHash: null, setupExpiresAt: null };
  const { email } = await tx.staff.update({ where: { id }, data, select: { email: true } });
  if (keptSession === undefined) await endAllSessions(id, tx);
  else await endOtherSessions(id, keptSession, tx);
  await forgiveAttempts(email, tx);
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
