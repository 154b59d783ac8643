import { z } from "zod";
import { Day } from "@/lib/contract/codes";
import { StorableText } from "@/lib/contract/text";

const Text = StorableText.trim().max(200).optional();

/** Filters of the audit log: parameters of its page and of its CSV. */
export const AuditQuery = z.object({
  who: Text.describe("Part of the e-mail address."),
  action: Text,
  target: Text.describe("Id, or part of the name, of what was acted on."),
  from: Day.optional().describe("First day (UTC)."),
  to: Day.optional().describe("Last day (UTC)."),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
export type AuditFilters = Omit<AuditQuery, "page">;
