import { writeKeysCsv } from "@/lib/access/keys/list/csv";
import { KeysQuery } from "@/lib/access/keys/list/schema";
import { requireStaff } from "@/lib/access/staff/current-data";
import { readPageQuery } from "@/lib/pages/query";

export async function GET(request: Request): Promise<Response> {
  await requireStaff("key.read", "/admin/keys");
  const { query } = readPageQuery(Object.fromEntries(new URL(request.url).searchParams), KeysQuery);
  const { q, status, sort } = query;
  return new Response(await writeKeysCsv({ search: q, status, sort }), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="price-atlas-keys.csv"',
    },
  });
}
