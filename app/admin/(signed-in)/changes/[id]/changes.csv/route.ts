import { requireStaff } from "@/lib/access/staff/current-data";
import { findChangesCsv } from "@/lib/desk/changes/data";
import { RowId } from "@/lib/desk/forms/fields-schema";

type Context = { params: Promise<{ id: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { id: given } = await params;
  await requireStaff("desk.read", `/admin/changes/${given}`);
  const id = RowId.safeParse(given);
  const gzipped = id.success ? await findChangesCsv(id.data) : null;
  if (!id.success || gzipped === null) return new Response("There is no such file.\n", { status: 404 });
  return new Response(new Blob([gzipped]).stream().pipeThrough(new DecompressionStream("gzip")), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="change-set-${id.data}.csv"`,
    },
  });
}
