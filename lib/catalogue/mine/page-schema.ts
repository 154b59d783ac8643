import { z } from "zod";
import { CountryInput } from "@/lib/contract/inputs";

/** `list` as `readList` reads it: 150 subscriptions with plans and payments, with room for more, which are refused by name. */
export const MineQuery = z.object({
  list: z.string().max(8_000).optional(),
  currency: z.string().max(10).optional(),
  home: CountryInput.optional(),
});
export type MineQuery = z.infer<typeof MineQuery>;
