import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { findWeakness } from "@/lib/access/staff/passwords/weak-passwords-rules";
import { Email, Password, Role } from "@/lib/access/staff/roles/schema";
import { openDatabase } from "@/server/database";
import { migrate } from "@/server/migrate";
import { findServingAddress } from "@/server/serving-address";
import { readSettings } from "@/server/settings";
import { runCommand, WrongUsage } from "./run-command";

const USAGE = `usage: npm run staff:add -- you@example.com [--role owner|editor|viewer] [--link]

Adds someone to the staff, or lets them in again: asks for a password, or prints a one-time link to set it
(with --link, where nobody can be asked, and with STAFF_PASSWORDS=0, where it signs in to add a passkey). An address that is listed is enabled and its lock-out ends.
The first one is an owner; later ones are viewers unless --role says otherwise.`;

type Options = { email: string; role: Role | undefined; wantsLink: boolean };

await runCommand(USAGE, async () => add(readArguments()));

function readArguments(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { role: { type: "string" }, link: { type: "boolean", default: false } },
  });
  const [address = "", ...rest] = positionals;
  const email = Email.safeParse(address);
  if (rest.length > 0 || !email.success) throw new WrongUsage("Give one e-mail address.");
  const role = Role.optional().safeParse(values.role);
  if (!role.success) throw new WrongUsage("--role is owner, editor or viewer.");
  return { email: email.data, role: role.data, wantsLink: values.link || !process.stdin.isTTY };
}

async function add({ email, role, wantsLink }: Options): Promise<number> {
  const password = wantsLink || !readSettings().hasPasswords ? null : await askPassword(email);
  if (typeof password === "object" && password !== null) {
    console.error(password.fault);
    return 1;
  }
  const database = await openDatabase();
  const { databaseUrl, dataDir } = readSettings();
  const address = databaseUrl === undefined ? await findServingAddress(dataDir) : null;
  if (address !== null) process.env.PUBLIC_URL ||= address;
  process.env.DATABASE_URL = database.url;
  try {
    await migrate(database.url);
    const { closeDatabase } = await import("@/lib/platform/db");
    const { admitByCommand } = await import("@/lib/access/staff/by-command-mutations");
    const done = await admitByCommand({ email, role, password });
    await closeDatabase();
    if (done === "owner-first") {
      console.error("There is no active owner: the first one has to be an owner. Leave --role out.");
      return 1;
    }
    console.error(`${email} is ${done.isNew ? "on the staff now" : "let in again"}, as ${done.role}.`);
    if (done.link === null) return 0;
    console.error("This link sets up the account. It works once, within 24 hours, and is shown only now:");
    console.log(done.link);
    return 0;
  } finally {
    await database.close();
  }
}

async function askPassword(email: string): Promise<string | { fault: string }> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  try {
    process.stderr.write("Password (at least 12 characters): ");
    const password = await terminal.question("");
    process.stderr.write("\nOnce more: ");
    const repeated = await terminal.question("");
    process.stderr.write("\n");
    const fault = Password.safeParse(password).error?.issues[0]?.message ?? findWeakness(password, email);
    if (fault !== null) return { fault: `The password ${fault}.` };
    return password === repeated ? password : { fault: "The two are not the same." };
  } finally {
    terminal.close();
  }
}
