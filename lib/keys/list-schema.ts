import { z } from "zod";
import { StorableText } from "@/lib/contract/text";
import { KEY_STATUSES } from "./rules";

/** Which keys are asked for; the parameters of their page. */
export const KeysQuery = z.object({
  q: StorableText.trim().max(200).optional(),
  status: z.enum(KEY_STATUSES).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
