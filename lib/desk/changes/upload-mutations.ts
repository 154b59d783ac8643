import "server-only";
import type { SignedIn } from "@/lib/access/staff/schema";
import { connectClient } from "@/lib/platform/database-client";
import { env } from "@/lib/platform/env";
import { insertChangeSet } from "./mutations";
import { toFileName } from "./rules";
import { writeFile } from "./write-files";

export type Upload = {
  field(name: string, value: string): void;
  file(name: string, content: AsyncIterable<Buffer>): Promise<void>;
};
type Fault = "unreadable" | "too-long" | "no-file";

const MAX_TITLE_CHARS = 200;

/**
 * Stores an upload as a change set in one transaction; a broken upload leaves nothing. `read` passes the parts and
 * returns a fault. Throws errors of pg and of `read`.
 */
export async function storeUpload(
  { staff, address }: { staff: SignedIn; address: string },
  read: (take: Upload) => Promise<Fault | null>,
): Promise<{ id: number } | Fault> {
  const client = await connectClient(env().DATABASE_URL, "upload");
  try {
    await client.query("BEGIN");
    const author = { id: staff.id, name: staff.email };
    const id = await insertChangeSet(client, { title: "Upload", origin: "upload", author });
    const names: string[] = [];
    let title = "";
    const fault = await read({
      field: (name, value) => {
        if (name === "title")
          title = value
            .trim()
            .replace(/\p{Cc}/gu, " ")
            .slice(0, MAX_TITLE_CHARS);
      },
      file: async (given, content) => {
        const name = toFreeName(toFileName(given, names.length), names);
        names.push(name);
        await writeFile(client, id, { name, content });
      },
    });
    if (fault !== null || names.length === 0) {
      await client.query("ROLLBACK");
      return fault ?? "no-file";
    }
    title ||= names.join(", ").slice(0, MAX_TITLE_CHARS);
    await client.query("UPDATE change_set SET title = $2 WHERE id = $1", [id, title]);
    await client.query(
      `INSERT INTO audit_event (actor_id, actor, action, target_type, target_id, target_name, after, address)
       VALUES ($1, $2, 'change.upload', 'change', $3, $4, $5, $6)`,
      [staff.id, staff.email, String(id), title, JSON.stringify({ files: names.join(", ") }), address],
    );
    await client.query("COMMIT");
    return { id };
  } finally {
    await client.end();
  }
}

/** Two equal names would overwrite each other in a folder. */
function toFreeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) free = `${number}-${name}`;
  return free;
}
