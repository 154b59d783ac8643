import { requireStaff } from "@/lib/access/staff/current-data";
import { TEMPLATE_PATHS, writeTemplateSheet } from "@/lib/desk/changes/uploads/template";

export async function GET(): Promise<Response> {
  await requireStaff("change.upload", TEMPLATE_PATHS.xlsx);
  return new Response(new Uint8Array(await writeTemplateSheet()), {
    headers: {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": 'attachment; filename="prices.xlsx"',
    },
  });
}
