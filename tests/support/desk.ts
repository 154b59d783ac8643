import { setTimeout as sleep } from "node:timers/promises";
import type { StaffServer } from "./staff";
import type { Visitor } from "./visitor";

export type SentFile = { name: string; content: string };

export function toUpload(files: readonly SentFile[], title = ""): { type: string; payload: string } {
  const boundary = "----upload";
  const parts = files.map(
    ({ name, content }) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`,
  );
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n`;
  return { type: `multipart/form-data; boundary=${boundary}`, payload: `${field}${parts.join("")}--${boundary}--\r\n` };
}

/** `into`: a draft whose files these replace. */
export async function postUpload(
  visitor: Visitor,
  files: readonly SentFile[],
  headers: Record<string, string> = {},
  into?: string,
) {
  const { type, payload } = toUpload(files);
  const length = String(Buffer.byteLength(payload));
  const all = { "content-type": type, "content-length": length, origin: visitor.base, ...headers };
  const path = into === undefined ? "/admin/changes/upload" : `/admin/changes/upload?into=${into}`;
  return visitor.request("POST", path, all, payload);
}

/** Returns the number of the change set. */
export async function uploadAndCheck(
  staff: StaffServer,
  visitor: Visitor,
  files: readonly SentFile[],
): Promise<string> {
  const { headers } = await postUpload(visitor, files);
  const id = /^\/admin\/changes\/(\d+)$/.exec(headers.get("location") ?? "")?.[1];
  if (id === undefined) throw new Error(`not stored: ${headers.get("location")}`);
  await settle(staff, id);
  await visitor.open(`/admin/changes/${id}`);
  return id;
}

type ChangeSetRow = {
  state: string;
  reasons: string[];
  approver: string | null;
  failure: string | null;
  version_id: number | null;
  preview: {
    index: { country: string; kind: string; after: { value: number } | null }[];
    leftOut: { file: string; line: number }[];
  } | null;
};

export async function readChangeSet(staff: StaffServer, id: string): Promise<ChangeSetRow> {
  return (await staff.sql.query("SELECT * FROM change_set WHERE id = $1", [id])).rows[0];
}

export async function settle(staff: StaffServer, id: string): Promise<ChangeSetRow> {
  for (let times = 0; times < 1_200; times++) {
    const row = await readChangeSet(staff, id);
    if (row.failure !== null || (row.state !== "approved" && row.preview !== null)) return row;
    await sleep(100);
  }
  throw new Error(`change set ${id} was not worked on:\n${staff.server.output()}`);
}
