import "server-only";
import { forgiveAttempts, takeAttempt } from "./attempts";
import { findCredentials } from "./data";
import { verifyPassword } from "./passwords";

export type PasswordCheck = { kind: "right"; staffId: string } | { kind: "wrong" } | { kind: "wait" };

/**
 * Whether this is the password of an active member. Says "wrong", after the same time, for everything else, and
 * "wait" when the account or the sender has failed too often, whoever they are. Rejects when the database is away.
 */
export async function checkPassword(email: string, password: string, sender: string): Promise<PasswordCheck> {
  if (!(await takeAttempt(email, sender))) return { kind: "wait" };
  const { id, passwordHash } = await findCredentials(email);
  const isRight = await verifyPassword(password, passwordHash);
  if (!isRight || id === null) return { kind: "wrong" };
  await forgiveAttempts(email);
  return { kind: "right", staffId: id };
}
