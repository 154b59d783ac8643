import "server-only";
import { forgiveAttempts, takeAttempt } from "./attempt-mutations";
import { findCredentials } from "./data";
import { verifyPassword } from "./passwords";
import { PASSWORD, recordRefusedSignIn } from "./refused-sign-in-mutations";

export type PasswordCheck = { kind: "right"; staffId: string } | { kind: "wrong" } | { kind: "wait" };

/**
 * Whether this is the password of an active member. Says "wrong", after the same time, for everything else, and
 * "wait" when the account or the sender has failed too often, whoever they are; both stand in the audit log. Rejects
 * when the database is away.
 */
export async function checkPassword(email: string, password: string, sender: string): Promise<PasswordCheck> {
  if (!(await takeAttempt(email, sender))) {
    await recordRefusedSignIn({ email, sender, kind: "locked", by: PASSWORD });
    return { kind: "wait" };
  }
  const { id, passwordHash } = await findCredentials(email);
  const isRight = await verifyPassword(password, passwordHash);
  if (!isRight || id === null) {
    await recordRefusedSignIn({ email, sender, kind: "failed", by: PASSWORD });
    return { kind: "wrong" };
  }
  await forgiveAttempts(email);
  return { kind: "right", staffId: id };
}
