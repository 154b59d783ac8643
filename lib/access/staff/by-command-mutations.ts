import "server-only";
import { recordAudit } from "@/lib/access/audit/mutations";
import { forgiveAttempts } from "@/lib/access/staff/attempts/mutations";
import { hashPassword } from "@/lib/access/staff/passwords/passwords";
import type { Role } from "@/lib/access/staff/roles/schema";
import { toSetupLink } from "@/lib/access/staff/set-up/link";
import { db } from "@/lib/platform/db";
import { lockOwners, makeSetupToken, setPassword } from "./mutations";

export type Admitted = { isNew: boolean; role: Role; link: string | null };

/**
 * Adds or reactivates a member; checks no role, because it runs on the command line. Returns "owner-first" when no
 * active owner would be left.
 */
export async function admitByCommand(input: {
  email: string;
  /** Undefined keeps the role; a new member becomes a viewer, or an owner while there is none. */
  role: Role | undefined;
  password: string | null;
}): Promise<Admitted | "owner-first"> {
  const { email, password } = input;
  const hash = password === null ? null : await hashPassword(password);
  return db().$transaction(async (tx) => {
    const owners = await lockOwners(tx);
    const known = await tx.staff.findUnique({ where: { email }, select: { role: true } });
    const hasOtherOwner = owners.some((owner) => owner.email !== email);
    const role = input.role ?? (hasOtherOwner ? (known?.role ?? "viewer") : "owner");
    if (!hasOtherOwner && role !== "owner") return "owner-first";
    const { id } = await tx.staff.upsert({
      where: { email },
      create: { email, role },
      update: { role, active: true },
      select: { id: true },
    });
    await forgiveAttempts(email, null, tx);
    const made = hash === null ? await makeSetupToken(tx, id) : await setPassword(tx, id, hash);
    await recordAudit(tx, {
      actorId: null,
      actor: "command line",
      action: known ? "staff.admit" : "staff.add",
      targetType: "staff",
      targetId: id,
      targetName: email,
      after: { role },
    });
    const link = typeof made === "object" ? toSetupLink(made.token) : null;
    return { isNew: known === null, role, link };
  });
}
