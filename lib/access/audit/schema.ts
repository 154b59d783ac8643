import { z } from "zod";
import { Day } from "@/lib/contract/codes";
import { StorableText } from "@/lib/contract/text";

const Text = StorableText.trim().max(200).optional();

const StoredDay = Day.refine((day) => day >= "0001-01-01" && day < "9999-12-31", "is no day of this log");

export const AuditQuery = z.object({
  who: Text.describe("Part of the e-mail address."),
  action: Text,
  target: Text.describe("Id, number or part of the name of what was acted on: `31`, `change 31`."),
  from: StoredDay.optional().describe("First day (UTC)."),
  to: StoredDay.optional().describe("Last day (UTC)."),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
export type AuditFilters = Omit<AuditQuery, "page">;
