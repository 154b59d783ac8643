import { z } from "zod";
import { StorableText } from "@/lib/contract/text";

export const SearchQuery = z.object({
  q: StorableText.max(100).optional(),
  currency: z.string().max(10).optional(),
});
