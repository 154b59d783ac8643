import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { productLabel } from "@/lib/catalogue/products/rules";
import { MS_PER_DAY, MS_PER_HOUR } from "@/lib/contract/days";
import { CONFIRM_PATH, makeMailToken, ONE_CLICK_PATH, STOP_PATH } from "@/lib/mails/follows/rules";
import { CONTENT, NEXT_MAIL } from "@/lib/mails/outbox/sql";
import { currentTime } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { env, publicUrl } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { LOOK_EVERY_MS } from "@/lib/platform/notices";
import { repeatUntilStopped } from "@/lib/platform/repeat";
import { untilDue } from "@/lib/platform/until-due";
import { workAlone } from "@/lib/platform/work-alone";
import { type Letter, type ToldPrice, writeConfirmation, writeWord } from "./letter-rules";
import { type Sent, sendMail } from "./mail-server";

const MINUTE_MS = 60_000;
const TRIES = 3;
/** Waits after the first and the second try that was refused for now. */
const WAITS_MS = [10 * MINUTE_MS, MS_PER_HOUR];
/** After a try that did not come to an answer: others go first, when the server is asked again. */
const AGAIN_MS = MINUTE_MS;
const SERVER_AGAIN_MS = 20_000;
/** A mail that could not be sent for so long is given up. */
const LATE_DAYS = 7;

type Mail = {
  id: string;
  address: string;
  versionId: number | null;
  version: string | null;
  publishedAt: Date | null;
  products: string[] | null;
  country: string | null;
};

/** Its message is a code, without an address. */
class ServerAway extends Error {}

/** Sends what waits, in this process alone, at a bounded rate. Returns a function that ends it after the mail in hand. */
export function startMails(): () => Promise<void> {
  const { SMTP_URL } = env();
  if (SMTP_URL === undefined) return async () => {};
  return repeatUntilStopped((stopping) => sendDue(SMTP_URL, stopping), LOOK_EVERY_MS, {
    isNow: true,
    wokenBy: "mail",
    untilDue: () => untilDue("mail"),
    retryMs: SERVER_AGAIN_MS,
    onFailure: (error) => log().warn({ why: error instanceof ServerAway ? error.message : "" }, "mails were not sent"),
  });
}

async function sendDue(smtpUrl: string, stopping: AbortSignal): Promise<void> {
  if (!(await isAnyDue())) return;
  await workAlone("mails", "mails", async (client) => {
    await takeUp(client);
    while (!stopping.aborted) {
      const begun = await begin(client);
      if (begun === null) break;
      if (begun === "empty") continue;
      const { mail, letter, token } = begun;
      const sent = await sendMail(smtpUrl, toMessage(mail, letter, token));
      await record(client, mail.id, sent);
      if (sent.end === "unknown") throw new ServerAway(sent.why);
      await sleep(MINUTE_MS / env().MAILS_PER_MINUTE, undefined, { signal: stopping }).catch(() => {});
    }
  });
}

async function isAnyDue(): Promise<boolean> {
  const { rowCount } = await pool().query(
    "SELECT FROM mail WHERE state = 'sending' OR state = 'waiting' AND due_at <= $1 LIMIT 1",
    [currentTime()],
  );
  return rowCount === 1;
}

/** Whoever holds the lock is alone: what is being sent is of a process that ended. */
async function takeUp(client: Client): Promise<void> {
  const now = currentTime();
  await client.query("UPDATE mail SET state = 'waiting', unseen = unseen + 1 WHERE state = 'sending'");
  await client.query("UPDATE mail SET state = 'late', ended_at = $1 WHERE state = 'waiting' AND at < $2", [
    now,
    new Date(now.getTime() - LATE_DAYS * MS_PER_DAY),
  ]);
}

type Begun = { mail: Mail; letter: Letter; token: string };

/** Records that the next mail is begun, before a byte of it is sent. */
async function begin(client: Client): Promise<Begun | "empty" | null> {
  await client.query("BEGIN");
  try {
    const begun = await beginNext(client);
    await client.query("COMMIT");
    return begun;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function beginNext(client: Client): Promise<Begun | "empty" | null> {
  const now = currentTime();
  const { rows } = await client.query<Mail>(NEXT_MAIL, [now]);
  const [mail] = rows;
  if (mail === undefined) return null;
  const { token, hash } = makeMailToken();
  const told = mail.versionId === null ? [] : await readContent(client, mail.id);
  if (mail.versionId !== null && told.length === 0) {
    await client.query("UPDATE mail SET state = 'empty', ended_at = $2 WHERE id = $1", [mail.id, now]);
    return "empty";
  }
  await client.query("INSERT INTO mail_link (hash, mail_id) VALUES ($1, $2)", [hash, mail.id]);
  // A try before, whose end nobody saw, may have told what an older version knew.
  await client.query(
    `UPDATE mail SET state = 'sending', begun_at = $2, told = $3, told_in = CASE WHEN unseen > 0 THEN least(told_in, $4) ELSE $4 END
     WHERE id = $1`,
    [mail.id, now, told.map(({ seriesId }) => seriesId), told[0]?.newestId ?? null],
  );
  return { mail, letter: await writeLetter(client, mail, told, token), token };
}

type Row = Omit<ToldPrice, "was" | "is" | "source"> & {
  seriesId: number;
  newestId: number;
  wasAmount: string;
  wasCurrency: string;
  wasOn: string;
  amount: string;
  currency: string;
  isOn: string;
  source: string | null;
  publisher: string | null;
};

async function readContent(client: Client, id: string): Promise<(ToldPrice & Pick<Row, "seriesId" | "newestId">)[]> {
  const { rows } = await client.query<Row>(CONTENT, [id]);
  return rows.map(({ wasAmount, wasCurrency, wasOn, amount, currency, isOn, source, publisher, ...row }) => ({
    ...row,
    was: { amount: Number(wasAmount), currency: wasCurrency, on: wasOn },
    is: { amount: Number(amount), currency, on: isOn },
    source: source === null ? null : `${source} by ${publisher}`,
  }));
}

async function writeLetter(client: Client, mail: Mail, told: readonly ToldPrice[], token: string): Promise<Letter> {
  const { version, publishedAt, products, country } = mail;
  const linkOf = (path: string) => `${publicUrl()}${path}?token=${token}`;
  if (version !== null && publishedAt !== null)
    return writeWord(told, { version, published: publishedAt.toISOString() }, publicUrl(), { stop: linkOf(STOP_PATH) });
  const { rows } = await client.query<{ name: string; plan: string }>(
    "SELECT name, plan FROM product_entry WHERE slug = ANY ($1) AND superseded_in IS NULL ORDER BY slug",
    [products],
  );
  return writeConfirmation(
    rows.map((product) => productLabel(product)),
    country,
    { confirm: linkOf(CONFIRM_PATH), stop: linkOf(STOP_PATH) },
  );
}

/** RFC 8058: the mail client of the reader stops them with one request, without cookies. */
function toMessage({ id, address }: Mail, letter: Letter, token: string) {
  const { hostname } = new URL(publicUrl());
  return {
    ...letter,
    messageId: `<${id}@${hostname}>`,
    from: `Price Atlas <${env().MAIL_FROM}>`,
    to: address,
    headers: {
      "List-Id": `Price changes <changes.${hostname}>`,
      "List-Unsubscribe": `<${publicUrl()}${ONE_CLICK_PATH}?token=${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    },
  };
}

/** A subscriber who stopped meanwhile has no row: nothing is recorded. */
async function record(client: Client, id: string, sent: Sent): Promise<void> {
  const now = currentTime();
  if (sent.end === "sent") {
    await client.query("UPDATE mail SET state = 'sent', ended_at = $2 WHERE id = $1", [id, now]);
    return;
  }
  if (sent.end === "unknown") {
    await client.query("UPDATE mail SET state = 'waiting', due_at = $2, unseen = unseen + $3 WHERE id = $1", [
      id,
      new Date(now.getTime() + AGAIN_MS),
      sent.mayHaveArrived ? 1 : 0,
    ]);
    return;
  }
  const { rows } = await client.query<{ tries: number }>(
    "UPDATE mail SET tries = tries + 1, code = $2 WHERE id = $1 RETURNING tries",
    [id, sent.code],
  );
  const tries = rows[0]?.tries ?? TRIES;
  const wait = sent.isForEver || tries >= TRIES ? undefined : WAITS_MS[tries - 1];
  if (wait === undefined)
    await client.query("UPDATE mail SET state = 'refused', ended_at = $2 WHERE id = $1", [id, now]);
  else
    await client.query("UPDATE mail SET state = 'waiting', due_at = $2 WHERE id = $1", [
      id,
      new Date(now.getTime() + wait),
    ]);
}
