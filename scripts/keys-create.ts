import { parseArgs } from "node:util";
import type { z } from "zod";
import { toEndOfDay } from "@/lib/access/keys/form-schema";
import { KeyInput } from "@/lib/access/keys/schema";
import { openDatabase } from "@/server/database";
import { migrate } from "@/server/migrate";
import { runCommand, WrongUsage } from "./run-command";

const USAGE = `usage: npm run keys:create -- --name NAME --limit REQUESTS_A_MINUTE [--owner WHO] [--email ADDRESS] [--expires YYYY-MM-DD] [--collect]

Creates an API key and prints its token, which is never shown again. WHO is NAME unless given; a key without a last day
works until it is revoked. With --collect it may send readings to POST /api/readings, where they become drafts.`;
const FLAGS = { name: "--name", owner: "--owner", contact_email: "--email", requests_per_minute: "--limit" };

await runCommand(USAGE, async () => issue(readInput()));

function readInput(): KeyInput {
  const { values } = parseArgs({
    options: {
      name: { type: "string" },
      owner: { type: "string" },
      email: { type: "string" },
      limit: { type: "string" },
      expires: { type: "string" },
      collect: { type: "boolean" },
    },
  });
  const { name = "", owner = name, email, limit = "", expires, collect } = values;
  const result = KeyInput.safeParse({
    name,
    owner,
    requests_per_minute: /^\d+$/.test(limit) ? Number(limit) : limit,
    scope: collect ? "collect" : "read",
    ...(email !== undefined && { contact_email: email }),
    ...(expires !== undefined && { expires_at: readLastDay(expires) }),
  });
  if (!result.success) throw new WrongUsage(explain(result.error));
  return result.data;
}

function readLastDay(day: string): Date {
  const end = toEndOfDay(day);
  if (Number.isNaN(end.getTime())) throw new WrongUsage("--expires: must be a day, YYYY-MM-DD");
  return end;
}

function explain(error: z.ZodError): string {
  const names: Record<string, string> = FLAGS;
  const isNamed = error.issues.every(({ path }) => path[0] !== "name");
  return error.issues
    .filter(({ path }) => isNamed || path[0] !== "owner")
    .map(({ path, message }) => `${names[String(path[0])] ?? "--expires"}: ${message}`)
    .join("\n");
}

async function issue(key: KeyInput): Promise<number> {
  const database = await openDatabase();
  process.env.DATABASE_URL = database.url;
  try {
    await migrate(database.url);
    const { db, closeDatabase } = await import("@/lib/platform/db");
    const { createKey } = await import("@/lib/access/keys/mutations");
    const { recordAudit } = await import("@/lib/access/audit/mutations");
    const token = await db().$transaction(async (tx) => {
      const created = await createKey(key, { staffId: null }, tx);
      await recordAudit(tx, {
        actorId: null,
        actor: "command line",
        action: "key.create",
        targetType: "key",
        targetId: created.key.id,
        targetName: key.name,
        after: key,
      });
      return created.token;
    });
    await closeDatabase();
    console.error(`"${key.name}" has ${key.requests_per_minute} requests a minute. Its token is shown only this once:`);
    console.log(token);
    return 0;
  } finally {
    await database.close();
  }
}
