import "server-only";
import type { ClientBase } from "pg";
import type { SignedIn } from "@/lib/access/staff/roles/schema";
import { writeFile } from "@/lib/desk/changes/files/write-files";
import { insertChangeSet } from "@/lib/desk/changes/mutations";
import { toFileName } from "@/lib/desk/changes/rules";
import { MAX_TITLE_CHARS } from "@/lib/desk/changes/schema";
import { connectClient } from "@/lib/platform/database-client";
import { env } from "@/lib/platform/env";

export type Upload = {
  field(name: string, value: string): void;
  file(name: string, content: AsyncIterable<Buffer>): Promise<void>;
};
type Fault = "unreadable" | "too-long" | "no-file" | "decided";

type Sent = {
  staff: SignedIn;
  address: string;
  /** The draft whose files it replaces; null for a new change set. */
  into: number | null;
};

/**
 * Stores an upload as a change set, or in place of the files of a draft, in one transaction; a broken upload leaves nothing.
 * `read` passes the parts and returns a fault. Throws errors of pg and of `read`.
 */
export async function storeUpload(
  { staff, address, into }: Sent,
  read: (take: Upload) => Promise<Fault | null>,
): Promise<{ id: number } | Fault> {
  const client = await connectClient(env().DATABASE_URL, "upload");
  try {
    if (into !== null && !(await isUploadedDraft(client, into))) return "decided";
    await client.query("BEGIN");
    const author = { id: staff.id, name: staff.email };
    const id = into ?? (await insertChangeSet(client, { title: "Upload", origin: "upload", author }));
    const names: string[] = [];
    const written: number[] = [];
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
        written.push((await writeFile(client, id, { name, content })).id);
      },
    });
    if (fault !== null || names.length === 0) {
      await client.query("ROLLBACK");
      return fault ?? "no-file";
    }
    if (into !== null && !(await replaceFiles(client, into, written, staff.id))) {
      await client.query("ROLLBACK");
      return "decided";
    }
    const named = names.join(", ").slice(0, MAX_TITLE_CHARS);
    const { rows } = await client.query<{ title: string }>(
      "UPDATE change_set SET title = coalesce(nullif($2, ''), title) WHERE id = $1 RETURNING title",
      [id, title || (into === null ? named : "")],
    );
    title = rows[0]?.title ?? named;
    await client.query(
      `INSERT INTO audit_event (actor_id, actor, action, target_type, target_id, target_name, after, address)
       VALUES ($1, $2, 'change.upload', 'change', $3, $4, $5, $6)`,
      [
        staff.id,
        staff.email,
        String(id),
        title,
        JSON.stringify({ files: names.join(", "), ...(into !== null && { in_place_of: "the files before" }) }),
        address,
      ],
    );
    await client.query("COMMIT");
    return { id };
  } finally {
    await client.end();
  }
}

async function isUploadedDraft(client: ClientBase, id: number): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM change_set WHERE id = $1 AND state = 'draft' AND origin = 'upload' AND begun_at IS NULL",
    [id],
  );
  return rowCount === 1;
}

/**
 * A draft of uploaded files has only these, and no preview; whoever sends them counts as author. Last, so that it is not locked
 * while they arrive. False where it is no such draft, or is being checked.
 */
async function replaceFiles(
  client: ClientBase,
  id: number,
  fileIds: readonly number[],
  staffId: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE change_set SET preview = NULL, previewed_at = NULL, previewed_id = NULL, digest = NULL, reasons = '{}', failure = NULL,
       leaves_out = false, decimal_mark = NULL, day_order = NULL,
       author_ids = CASE WHEN $2 = ANY (author_ids) THEN author_ids ELSE author_ids || $2::uuid END
     WHERE id = $1 AND state = 'draft' AND origin = 'upload' AND begun_at IS NULL`,
    [id, staffId],
  );
  if (rowCount === 0) return false;
  await client.query("DELETE FROM change_set_file WHERE change_set_id = $1 AND id <> ALL ($2)", [id, fileIds]);
  return true;
}

/** Two equal names would overwrite each other in a folder. */
function toFreeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) free = `${number}-${name}`;
  return free;
}
