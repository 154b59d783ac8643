import { requireStaff } from "@/lib/access/staff/current-data";
import { TEMPLATE_PATHS, writeTemplateCsv } from "@/lib/desk/changes/uploads/template";

export async function GET(): Promise<Response> {
  await requireStaff("change.upload", TEMPLATE_PATHS.csv);
  return new Response(writeTemplateCsv(), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="prices.csv"',
    },
  });
}
