import "server-only";
import { createHash } from "node:crypto";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";
import { WINDOW_MS } from "./attempt-mutations";

export const PASSWORD = "password";
const MAX_STRANGERS = 50;

export type RefusedSignIn = {
  /** Name typed, or vouched for by a provider. Recorded only when it belongs to a member of the staff. */
  email: string;
  sender: string;
  kind: "failed" | "locked";
  /** Reason of the refusal: a password, or an account of a provider. */
  by: string;
};

/**
 * Records in the audit log that a sign-in was refused. A wrong password for a member's account, of which there are 5 in
 * 15 minutes, counts by itself; all else once in a quarter of an hour for a member, or for an address that tries names
 * which nobody has, and of such addresses there are 50. People type passwords into the wrong field: names that nobody
 * has are not recorded. Takes as many statements for these as for members, who would otherwise be told by the time.
 */
export async function recordRefusedSignIn({ email, sender, kind, by }: RefusedSignIn): Promise<void> {
  const quarter = Math.floor(Date.now() / WINDOW_MS);
  const action = `sign-in.${kind}`;
  const [member, strangers] = await Promise.all([
    db().staff.findUnique({ where: { email }, select: { id: true, email: true, active: true } }),
    db().auditEvent.count({ where: { action, targetId: null, at: { gte: new Date(quarter * WINDOW_MS) } } }),
  ]);
  const event = { actorId: null, actor: "not signed in", action, targetType: "staff" };
  if (member !== null) {
    const after = { by, ...(!member.active && { account: "disabled" }) };
    const isCounted = kind === "failed" && by === PASSWORD;
    const formId = isCounted ? null : toId([action, member.id, String(quarter)]);
    await add({ ...event, targetId: member.id, targetName: member.email, address: sender, after, formId });
  } else if (strangers < MAX_STRANGERS) {
    const after = { by, account: "none on the staff list" };
    await add({ ...event, address: sender, after, formId: toId([action, sender, String(quarter)]) });
  } else {
    const after = { by, account: "further addresses in this quarter of an hour are not listed" };
    await add({ ...event, after, formId: toId([action, String(quarter)]) });
  }
}

/** One that comes later in the same quarter of an hour has the id of the first, and adds nothing. */
async function add(event: Prisma.AuditEventCreateManyInput): Promise<void> {
  await db().auditEvent.createMany({ data: [event], skipDuplicates: true });
}

/** A UUID (version 8) that is the same for the same words. */
function toId(words: string[]): string {
  const hex = createHash("sha256").update(words.join("\n")).digest("hex");
  const variant = ((Number.parseInt(hex[16] ?? "0", 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}
