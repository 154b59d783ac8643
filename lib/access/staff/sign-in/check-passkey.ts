import "server-only";
import { findSent } from "@/lib/access/sent-once/mutations";
import { forgiveAttempts, takeAttempt } from "@/lib/access/staff/attempts/mutations";
import { recordRefusedSignIn } from "@/lib/access/staff/attempts/refused-mutations";
import { findPasskey } from "@/lib/access/staff/data";
import { verifySignIn } from "@/lib/access/staff/passkeys/data";
import { noteUse } from "@/lib/access/staff/passkeys/mutations";
import { PasskeyAnswer } from "@/lib/access/staff/passkeys/schema";
import { beginSession, type Claims } from "@/lib/access/staff/sessions/mutations";
import { db } from "@/lib/platform/db";
import { findKnownBrowser } from "./known-browser";

export const PASSKEY = "passkey";

type From = { address: string; browser: string; knownCookie: string | undefined; former: string | null };
export type PasskeyCheck = { kind: "right"; email: string; claims: Claims } | { kind: "wrong" } | { kind: "wait" };

/**
 * Begins the session in the transaction that uses up what was signed: a copy of the answer is refused. Failures count for
 * the passkey and its network. Rejects while the database is unavailable.
 */
export async function checkPasskey(sent: string, from: From): Promise<PasskeyCheck> {
  const answer = PasskeyAnswer.safeParse(sent).data;
  const stored = answer === undefined ? null : await findPasskey(answer.id);
  const email = stored?.staff.email ?? "";
  const account = `${PASSKEY} ${answer?.id ?? ""}`;
  const sender = { address: from.address, browser: stored && findKnownBrowser(from.knownCookie, email) };
  const refuse = async (kind: "failed" | "locked", by: string) => {
    await recordRefusedSignIn({ email, clientAddress: from.address, kind, by });
    return { kind: kind === "failed" ? ("wrong" as const) : ("wait" as const) };
  };
  if (!(await takeAttempt(account, sender))) return refuse("locked", PASSKEY);
  const signed = answer && stored && (await verifySignIn(answer, stored, from.browser));
  if (!signed) return refuse("failed", PASSKEY);
  const { challenge, counter } = signed;
  const begun = await db().$transaction(async (tx) => {
    if (await findSent(tx, challenge)) return "used";
    if (!(await noteUse(tx, stored.credentialId, counter))) return "copied";
    const source = { provider: PASSKEY, passkey: stored.name, address: from.address, former: from.former };
    return beginSession(tx, stored.staffId, source, challenge);
  });
  if (begun === "copied") return refuse("failed", `${PASSKEY}, which did not count on: there may be a copy of it`);
  if (begun === "used" || begun === null) return refuse("failed", PASSKEY);
  await forgiveAttempts(account, sender);
  return { kind: "right", email, claims: begun };
}
