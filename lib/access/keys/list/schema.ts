import { z } from "zod";
import { KEY_STATUSES } from "@/lib/access/keys/rules";
import { StorableText } from "@/lib/contract/text";

export const KEY_SORTS = ["name", "requests", "used", "limit", "expires"] as const;
export type KeySort = (typeof KEY_SORTS)[number];

export const KeysQuery = z.object({
  q: StorableText.trim().max(200).optional(),
  status: z.enum(KEY_STATUSES).optional(),
  sort: z.enum(KEY_SORTS).default("name"),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
