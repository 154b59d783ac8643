import "server-only";
import { forgiveAttempts, type Sender, takeAttempt } from "@/lib/access/staff/attempts/mutations";
import { PASSWORD, recordRefusedSignIn } from "@/lib/access/staff/attempts/refused-mutations";
import { findCredentials } from "@/lib/access/staff/data";
import { verifyPassword } from "@/lib/access/staff/passwords/passwords";

export type PasswordCheck = { kind: "right"; staffId: string } | { kind: "wrong" } | { kind: "wait" };

/**
 * Returns "wrong" after the same time in all cases, "wait" after too many failures. Rejects while the database is
 * unavailable.
 */
export async function checkPassword(email: string, password: string, sender: Sender): Promise<PasswordCheck> {
  if (!(await takeAttempt(email, sender))) {
    await recordRefusedSignIn({ email, clientAddress: sender.address, kind: "locked", by: PASSWORD });
    return { kind: "wait" };
  }
  const { id, passwordHash } = await findCredentials(email);
  const isRight = await verifyPassword(password, passwordHash);
  if (!isRight || id === null) {
    await recordRefusedSignIn({ email, clientAddress: sender.address, kind: "failed", by: PASSWORD });
    return { kind: "wrong" };
  }
  await forgiveAttempts(email, sender);
  return { kind: "right", staffId: id };
}
