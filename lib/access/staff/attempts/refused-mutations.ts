import "server-only";
import { createHash } from "node:crypto";
import { currentTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { WINDOW_MS } from "./mutations";

export const PASSWORD = "password";
const MAX_STRANGERS = 50;

export type RefusedSignIn = {
  email: string;
  clientAddress: string;
  kind: "failed" | "locked";
  by: string;
};

/**
 * Never records unknown names, which may be passwords. Runs equally many statements for all, so that timing reveals
 * no member.
 */
export async function recordRefusedSignIn({ email, clientAddress, kind, by }: RefusedSignIn): Promise<void> {
  const quarter = Math.floor(currentTime().getTime() / WINDOW_MS);
  const action = `sign-in.${kind}`;
  const [member, strangers] = await Promise.all([
    db().staff.findUnique({ where: { email }, select: { id: true, email: true, active: true } }),
    db().auditEvent.count({ where: { action, targetId: null, at: { gte: new Date(quarter * WINDOW_MS) } } }),
  ]);
  if (member !== null) {
    const after = { by, ...(!member.active && { account: "disabled" }) };
    const isCounted = kind === "failed" && by === PASSWORD;
    const event = { action, targetId: member.id, targetName: member.email, address: clientAddress, after };
    await add(event, isCounted ? null : toId([action, member.id, String(quarter)]));
  } else if (strangers < MAX_STRANGERS) {
    const after = { by, account: "none on the staff list" };
    await add({ action, address: clientAddress, after }, toId([action, clientAddress, String(quarter)]));
  } else {
    const after = { by, account: "further addresses in this quarter of an hour are not listed" };
    await add({ action, after }, toId([action, String(quarter)]));
  }
}

type Refusal = { action: string; targetId?: string; targetName?: string; address?: string; after: object };

/** A repeat in the same 15 minutes has the same id and adds nothing. Raw SQL: one statement, whether it adds or not. */
async function add({ action, targetId, targetName, address, after }: Refusal, sentId: string | null): Promise<void> {
  await db().$executeRaw`
    WITH next AS (
      SELECT nextval(pg_get_serial_sequence('audit_event', 'id'))::int AS id
    ), sent AS (
      INSERT INTO sent_once (id, event_id) SELECT ${sentId}::uuid, id FROM next WHERE ${sentId}::uuid IS NOT NULL
      ON CONFLICT (id) DO NOTHING RETURNING id
    )
    INSERT INTO audit_event (id, actor, action, target_type, target_id, target_name, address, after)
    SELECT id, 'not signed in', ${action}, 'staff', ${targetId}, ${targetName}, ${address}, ${after}::jsonb FROM next
    WHERE ${sentId}::uuid IS NULL OR EXISTS (SELECT FROM sent)`;
}

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
