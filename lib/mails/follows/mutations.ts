import "server-only";
import type { PoolClient } from "pg";
import { MS_PER_DAY, MS_PER_HOUR } from "@/lib/contract/days";
import { fileInTurn } from "@/lib/desk/reports/mutations";
import type { Followed } from "@/lib/mails/schema";
import { currentTime } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { FOLLOW_BOUNDS, hashMailToken, UNCONFIRMED_DAYS } from "./rules";

type Counted = { of_address: number; of_all: number };
type Asked = Followed & { address: string };

/**
 * Writes the question whether to confirm; `sender`: keyed hash of the client address. Null when done, which says nothing of
 * the e-mail address: one that follows already is asked again, one that was asked too often is not. Throws errors of pg.
 */
export function askToFollow(asked: Asked, sender: string): Promise<"address" | "all" | null> {
  return fileInTurn(async (client) => {
    const at = currentTime();
    const { rows } = await client.query<Counted>(
      `SELECT (count(*) FILTER (WHERE sender = $1))::int AS of_address, count(*)::int AS of_all
       FROM mail WHERE version_id IS NULL AND at > $2`,
      [sender, new Date(at.getTime() - MS_PER_HOUR)],
    );
    const [counted] = rows;
    if (counted === undefined) throw new Error("the questions were not counted");
    if (counted.of_address >= FOLLOW_BOUNDS.ofAddress) return "address";
    if (counted.of_all >= FOLLOW_BOUNDS.ofAll) return "all";
    const { id, questions } = await holdSubscriber(client, asked.address, at);
    const followId = questions < FOLLOW_BOUNDS.toAddress ? await writeFollow(client, id, asked, at) : null;
    await client.query(
      "INSERT INTO mail (subscriber_id, follow_id, state, at, due_at, sender) VALUES ($1, $2, $3, $4, $4, $5)",
      [id, followId, followId === null ? "withheld" : "waiting", at, sender],
    );
    return null;
  });
}

async function holdSubscriber(client: PoolClient, address: string, at: Date) {
  const held = await client.query<{ id: string }>(
    `INSERT INTO subscriber (address, at) VALUES ($1, $2)
     ON CONFLICT (address) DO UPDATE SET address = excluded.address RETURNING id`,
    [address, at],
  );
  const id = held.rows[0]?.id;
  if (id === undefined) throw new Error("the subscriber was not written");
  const { rows } = await client.query<{ questions: number }>(
    `SELECT count(*)::int AS questions FROM mail
     WHERE subscriber_id = $1 AND version_id IS NULL AND state <> 'withheld' AND at > $2`,
    [id, new Date(at.getTime() - MS_PER_DAY)],
  );
  return { id, questions: rows[0]?.questions ?? 0 };
}

/** The same again keeps its row, and stays confirmed. */
async function writeFollow(client: PoolClient, subscriberId: string, { products, country }: Asked, at: Date) {
  const values = [subscriberId, products, country, at];
  const again = await client.query<{ id: number }>(
    `UPDATE follow SET asked_at = $4 WHERE subscriber_id = $1 AND products = $2 AND country IS NOT DISTINCT FROM $3
     RETURNING id`,
    values,
  );
  if (again.rows[0] !== undefined) return again.rows[0].id;
  const { rows } = await client.query<{ id: number }>(
    "INSERT INTO follow (subscriber_id, products, country, asked_at) VALUES ($1, $2, $3, $4) RETURNING id",
    values,
  );
  return rows[0]?.id ?? null;
}

/** False for a secret of no question, or of one that was erased. */
export async function confirmFollow(token: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE follow f SET confirmed_at = coalesce(f.confirmed_at, $2)
     FROM mail m JOIN mail_link l ON l.mail_id = m.id WHERE l.hash = $1 AND f.id = m.follow_id`,
    [hashMailToken(token), currentTime()],
  );
  return rowCount === 1;
}

/** Erases the address with all that it follows and its mails; nothing where that was done before. */
export async function stopMails(token: string): Promise<void> {
  await pool().query(
    `DELETE FROM subscriber WHERE id = (
       SELECT m.subscriber_id FROM mail m JOIN mail_link l ON l.mail_id = m.id WHERE l.hash = $1
     )`,
    [hashMailToken(token)],
  );
}

/** Erases what was not confirmed within 30 days, addresses that then follow nothing, and who asked after a day. */
export async function eraseUnconfirmed(): Promise<void> {
  const now = currentTime().getTime();
  await pool().query("DELETE FROM follow WHERE confirmed_at IS NULL AND asked_at < $1", [
    new Date(now - UNCONFIRMED_DAYS * MS_PER_DAY),
  ]);
  await pool().query(
    "DELETE FROM subscriber u WHERE at < $1 AND NOT EXISTS (SELECT FROM follow WHERE subscriber_id = u.id)",
    [new Date(now - MS_PER_DAY)],
  );
  await pool().query("UPDATE mail SET sender = NULL WHERE sender IS NOT NULL AND at < $1", [
    new Date(now - MS_PER_DAY),
  ]);
}
