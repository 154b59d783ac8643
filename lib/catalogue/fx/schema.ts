import { z } from "zod";
import { CurrencyCode, Day } from "@/lib/contract/codes";

/** US dollars for one unit of a currency on a day. */
export const Rate = z.object({ currency: CurrencyCode, date: Day, usd_per_unit: z.number().positive() });
export type Rate = z.infer<typeof Rate>;
