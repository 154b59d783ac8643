import { Readable } from "node:stream";
import { requireStaff } from "@/lib/access/staff/current-data";
import { openStoredFile } from "@/lib/desk/changes/files/unpack-files";
import { RowId } from "@/lib/desk/forms/fields-schema";

type Context = { params: Promise<{ id: string; file: string }> };

/** The bytes as they came, never to be shown in the browser. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id: given, file } = await params;
  await requireStaff("desk.read", `/admin/changes/${given}`);
  const id = RowId.safeParse(given);
  const fileId = RowId.safeParse(file);
  const stored = id.success && fileId.success ? await openStoredFile(id.data, fileId.data) : null;
  if (stored === null) return new Response("There is no such file.\n", { status: 404 });
  const name = encodeURIComponent(stored.name).replace(/['()*]/g, "_");
  return new Response(Readable.toWeb(Readable.from(stored.content)) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename*=UTF-8''${name}`,
    },
  });
}
