import { streamAuditCsv } from "@/lib/access/audit/csv";
import { AuditQuery } from "@/lib/access/audit/schema";
import { requireStaff } from "@/lib/access/staff/current-data";
import { readPageQuery } from "@/lib/pages/query";

export async function GET(request: Request): Promise<Response> {
  await requireStaff("audit.read", "/admin/audit");
  const { query } = readPageQuery(Object.fromEntries(new URL(request.url).searchParams), AuditQuery);
  return new Response(streamAuditCsv(query), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="price-atlas-audit.csv"',
    },
  });
}
