import { streamAuditCsv } from "@/lib/audit/csv";
import { AuditQuery } from "@/lib/audit/schema";
import { readPageQuery } from "@/lib/pages/query";
import { requireStaff } from "@/lib/staff/current";

/** The events that the filters of the page choose, all pages of them. */
export async function GET(request: Request): Promise<Response> {
  await requireStaff("audit.read", "/admin/audit");
  const { query } = readPageQuery(Object.fromEntries(new URL(request.url).searchParams), AuditQuery);
  return new Response(streamAuditCsv(query), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="price-atlas-audit.csv"',
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
